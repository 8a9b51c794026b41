"""`python -m hanamichi` is the command `hanamichi`."""

from hanamichi.cli import main

if __name__ == "__main__":
    main(prog_name="hanamichi")
