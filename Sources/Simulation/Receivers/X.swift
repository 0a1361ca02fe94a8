import GNSS
