"""What panels show: pages as plain data, how they are laid out and drawn, and the seat that turns buttons into answers."""
