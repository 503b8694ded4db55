-- Photos in Display P3 and Adobe RGB were published sideways: one job finds them and has them made again.
INSERT INTO jobs (kind, subject, priority, run_at, created_at)
  SELECT 'remake', 'sideways', -1, 0, unixepoch() * 1000 WHERE EXISTS (SELECT 1 FROM files);
