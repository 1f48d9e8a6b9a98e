"""What operators need: metrics, backups, and the drill that restores one."""
