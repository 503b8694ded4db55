-- story_blocks is a function of ours (database/src/story-blocks.ts). No change of content: history keeps what it has.
DROP TRIGGER story_rows_changing;
--> statement-breakpoint
UPDATE story_rows SET body = story_blocks(kind, body);
--> statement-breakpoint
UPDATE history SET before = json_set(before, '$.body', (SELECT story_blocks(s.kind, before ->> 'body') FROM story_rows s WHERE s.id = history.id)) WHERE entity = 'story' AND before IS NOT NULL AND id IN (SELECT id FROM story_rows);
--> statement-breakpoint
CREATE TRIGGER story_rows_changing BEFORE UPDATE OF slug, title, date, body, cover, status, publish_from, publish_until, allowed_positions, deleted_at, deleted_by ON story_rows BEGIN
  INSERT INTO history (change_id, entity, id, before, file_hash) SELECT (SELECT id FROM changes WHERE open = 1), 'story', r.id, json_object('slug', r.slug, 'title', r.title, 'date', r.date, 'body', r.body, 'cover', r.cover, 'status', r.status, 'publishFrom', r.publish_from, 'publishUntil', r.publish_until, 'allowedPositions', r.allowed_positions, 'deletedAt', r.deleted_at, 'deletedBy', r.deleted_by), NULL FROM story_rows r WHERE r.id = old.id AND NOT EXISTS (SELECT 1 FROM history WHERE change_id = (SELECT id FROM changes WHERE open = 1) AND entity = 'story' AND id = r.id);
END;