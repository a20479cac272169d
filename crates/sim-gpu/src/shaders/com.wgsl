// com
