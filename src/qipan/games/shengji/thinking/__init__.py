"""What the computer player of shengji thinks with: guessed hands, deals played out, comparisons."""
