"""What recorded runs show: statistics, tables, figures, calibration, grading and audits. Reads records alone."""
