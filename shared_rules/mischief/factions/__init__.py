"""What the factions can do beyond Move and Distract: each says what its abilities offer now, and carries them out."""
