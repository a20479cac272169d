// reference
