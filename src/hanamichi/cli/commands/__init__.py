"""The commands of `hanamichi`, one module each."""
