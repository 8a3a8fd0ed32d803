"""Who answers the table's questions: people, boards, bots, chance, a recording."""
