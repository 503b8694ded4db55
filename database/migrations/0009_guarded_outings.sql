DROP VIEW media;
--> statement-breakpoint
DROP VIEW stories;
--> statement-breakpoint
DROP TRIGGER media_updated;
--> statement-breakpoint
DROP TRIGGER media_rows_changing;
--> statement-breakpoint
DROP TRIGGER media_tags_adding;
--> statement-breakpoint
DROP TRIGGER media_tags_changing;
--> statement-breakpoint
DROP TRIGGER media_tags_removing;
--> statement-breakpoint
DROP TRIGGER media_species_adding;
--> statement-breakpoint
DROP TRIGGER media_species_changing;
--> statement-breakpoint
DROP TRIGGER media_species_removing;
--> statement-breakpoint
CREATE TABLE `text_answers` (
	`subject` text NOT NULL,
	`hash` text NOT NULL,
	`may_read` integer NOT NULL,
	`at` integer NOT NULL,
	`by` text NOT NULL,
	PRIMARY KEY(`subject`, `hash`)
);
--> statement-breakpoint
ALTER TABLE `media_rows` ADD `guard_area` text;--> statement-breakpoint
ALTER TABLE `media_rows` ADD `not_shown` text DEFAULT '[]' NOT NULL;
--> statement-breakpoint
CREATE VIEW media AS SELECT * FROM media_rows WHERE deleted_at IS NULL;
--> statement-breakpoint
CREATE VIEW stories AS SELECT * FROM story_rows WHERE deleted_at IS NULL;
--> statement-breakpoint
CREATE TRIGGER media_updated AFTER UPDATE OF slug, type, title, description, location, location_privacy, date, category_id, featured, status, publish_from, publish_until, alt, focus_x, focus_y, hero, cover, file_hash, previous_file_hash, created_at, withheld, guard, guard_area, guard_order, deleted_at ON media_rows BEGIN
  UPDATE content_state SET revision = revision + 1, last_change_at = CAST(unixepoch('subsec') * 1000 AS INTEGER), first_change_at = coalesce(first_change_at, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  UPDATE media_rows SET revision = (SELECT revision FROM content_state WHERE id = 1) WHERE seq = new.seq;
  UPDATE media_rows SET hero = 0, revision = (SELECT revision FROM content_state WHERE id = 1) WHERE new.hero AND NOT old.hero AND hero AND seq <> new.seq;
  UPDATE media_rows SET cover = 0 WHERE old.cover AND old.category_id <> new.category_id AND seq = new.seq;
  UPDATE media_rows SET cover = 0, revision = (SELECT revision FROM content_state WHERE id = 1) WHERE new.cover AND NOT old.cover AND cover AND category_id = new.category_id AND seq <> new.seq;
  INSERT OR REPLACE INTO ended_addresses (slug, ending, revision) SELECT old.slug, substr(old.slug, -4), (SELECT revision FROM content_state WHERE id = 1) WHERE old.slug <> new.slug AND old.first_published_at IS NOT NULL;
  UPDATE media_rows SET guard_area = NULL WHERE seq = new.seq AND old.location IS NOT new.location AND old.guard_area IS new.guard_area;
END;
--> statement-breakpoint
CREATE TRIGGER text_answered AFTER INSERT ON text_answers BEGIN
  UPDATE content_state SET revision = revision + 1, last_change_at = CAST(unixepoch('subsec') * 1000 AS INTEGER), first_change_at = coalesce(first_change_at, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  UPDATE media_rows SET revision = (SELECT revision FROM content_state WHERE id = 1) WHERE id = new.subject OR (new.subject = 'shared' AND (guard IS NOT NULL OR seq IN (SELECT media_seq FROM media_species JOIN species USING (scientific_name) WHERE own)));
  UPDATE story_rows SET revision = (SELECT revision FROM content_state WHERE id = 1) WHERE id = new.subject;
END;
--> statement-breakpoint
CREATE TRIGGER text_forgotten AFTER DELETE ON text_answers BEGIN
  UPDATE content_state SET revision = revision + 1, last_change_at = CAST(unixepoch('subsec') * 1000 AS INTEGER), first_change_at = coalesce(first_change_at, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  UPDATE media_rows SET revision = (SELECT revision FROM content_state WHERE id = 1) WHERE id = old.subject OR (old.subject = 'shared' AND (guard IS NOT NULL OR seq IN (SELECT media_seq FROM media_species JOIN species USING (scientific_name) WHERE own)));
  UPDATE story_rows SET revision = (SELECT revision FROM content_state WHERE id = 1) WHERE id = old.subject;
END;
--> statement-breakpoint
CREATE TRIGGER media_rows_changing BEFORE UPDATE OF slug, title, description, location, location_privacy, exact_chosen, date, category_id, featured, status, publish_from, publish_until, alt, focus_x, focus_y, hero, cover, original_name, file_hash, allowed_positions, not_shown, deleted_at, deleted_by ON media_rows BEGIN
  INSERT INTO history (change_id, entity, id, before, file_hash) SELECT (SELECT id FROM changes WHERE open = 1), 'media', r.id, json_object('slug', r.slug, 'title', r.title, 'description', r.description, 'location', r.location, 'locationPrivacy', r.location_privacy, 'exactChosen', r.exact_chosen, 'date', r.date, 'categoryId', r.category_id, 'featured', r.featured, 'status', r.status, 'publishFrom', r.publish_from, 'publishUntil', r.publish_until, 'alt', r.alt, 'focusX', r.focus_x, 'focusY', r.focus_y, 'hero', r.hero, 'cover', r.cover, 'originalName', r.original_name, 'fileHash', r.file_hash, 'allowedPositions', r.allowed_positions, 'notShown', r.not_shown, 'deletedAt', r.deleted_at, 'deletedBy', r.deleted_by, 'tagIds', json((SELECT json_group_array(tag_id) FROM media_tags WHERE media_seq = r.seq)), 'species', json((SELECT json_group_array(json_object('scientificName', s.scientific_name, 'position', s.position, 'kind', s.kind, 'lifeStage', s.life_stage, 'nest', s.nest)) FROM (SELECT * FROM media_species WHERE media_seq = r.seq ORDER BY position) s))), r.file_hash FROM media_rows r WHERE r.id = old.id AND NOT EXISTS (SELECT 1 FROM history WHERE change_id = (SELECT id FROM changes WHERE open = 1) AND entity = 'media' AND id = r.id);
END;
--> statement-breakpoint
CREATE TRIGGER media_tags_adding BEFORE INSERT ON media_tags BEGIN
  INSERT INTO history (change_id, entity, id, before, file_hash) SELECT (SELECT id FROM changes WHERE open = 1), 'media', r.id, json_object('slug', r.slug, 'title', r.title, 'description', r.description, 'location', r.location, 'locationPrivacy', r.location_privacy, 'exactChosen', r.exact_chosen, 'date', r.date, 'categoryId', r.category_id, 'featured', r.featured, 'status', r.status, 'publishFrom', r.publish_from, 'publishUntil', r.publish_until, 'alt', r.alt, 'focusX', r.focus_x, 'focusY', r.focus_y, 'hero', r.hero, 'cover', r.cover, 'originalName', r.original_name, 'fileHash', r.file_hash, 'allowedPositions', r.allowed_positions, 'notShown', r.not_shown, 'deletedAt', r.deleted_at, 'deletedBy', r.deleted_by, 'tagIds', json((SELECT json_group_array(tag_id) FROM media_tags WHERE media_seq = r.seq)), 'species', json((SELECT json_group_array(json_object('scientificName', s.scientific_name, 'position', s.position, 'kind', s.kind, 'lifeStage', s.life_stage, 'nest', s.nest)) FROM (SELECT * FROM media_species WHERE media_seq = r.seq ORDER BY position) s))), r.file_hash FROM media_rows r WHERE r.seq = new.media_seq AND NOT EXISTS (SELECT 1 FROM history WHERE change_id = (SELECT id FROM changes WHERE open = 1) AND entity = 'media' AND id = r.id);
END;
--> statement-breakpoint
CREATE TRIGGER media_tags_changing BEFORE UPDATE ON media_tags BEGIN
  INSERT INTO history (change_id, entity, id, before, file_hash) SELECT (SELECT id FROM changes WHERE open = 1), 'media', r.id, json_object('slug', r.slug, 'title', r.title, 'description', r.description, 'location', r.location, 'locationPrivacy', r.location_privacy, 'exactChosen', r.exact_chosen, 'date', r.date, 'categoryId', r.category_id, 'featured', r.featured, 'status', r.status, 'publishFrom', r.publish_from, 'publishUntil', r.publish_until, 'alt', r.alt, 'focusX', r.focus_x, 'focusY', r.focus_y, 'hero', r.hero, 'cover', r.cover, 'originalName', r.original_name, 'fileHash', r.file_hash, 'allowedPositions', r.allowed_positions, 'notShown', r.not_shown, 'deletedAt', r.deleted_at, 'deletedBy', r.deleted_by, 'tagIds', json((SELECT json_group_array(tag_id) FROM media_tags WHERE media_seq = r.seq)), 'species', json((SELECT json_group_array(json_object('scientificName', s.scientific_name, 'position', s.position, 'kind', s.kind, 'lifeStage', s.life_stage, 'nest', s.nest)) FROM (SELECT * FROM media_species WHERE media_seq = r.seq ORDER BY position) s))), r.file_hash FROM media_rows r WHERE r.seq = old.media_seq AND NOT EXISTS (SELECT 1 FROM history WHERE change_id = (SELECT id FROM changes WHERE open = 1) AND entity = 'media' AND id = r.id);
END;
--> statement-breakpoint
CREATE TRIGGER media_tags_removing BEFORE DELETE ON media_tags BEGIN
  INSERT INTO history (change_id, entity, id, before, file_hash) SELECT (SELECT id FROM changes WHERE open = 1), 'media', r.id, json_object('slug', r.slug, 'title', r.title, 'description', r.description, 'location', r.location, 'locationPrivacy', r.location_privacy, 'exactChosen', r.exact_chosen, 'date', r.date, 'categoryId', r.category_id, 'featured', r.featured, 'status', r.status, 'publishFrom', r.publish_from, 'publishUntil', r.publish_until, 'alt', r.alt, 'focusX', r.focus_x, 'focusY', r.focus_y, 'hero', r.hero, 'cover', r.cover, 'originalName', r.original_name, 'fileHash', r.file_hash, 'allowedPositions', r.allowed_positions, 'notShown', r.not_shown, 'deletedAt', r.deleted_at, 'deletedBy', r.deleted_by, 'tagIds', json((SELECT json_group_array(tag_id) FROM media_tags WHERE media_seq = r.seq)), 'species', json((SELECT json_group_array(json_object('scientificName', s.scientific_name, 'position', s.position, 'kind', s.kind, 'lifeStage', s.life_stage, 'nest', s.nest)) FROM (SELECT * FROM media_species WHERE media_seq = r.seq ORDER BY position) s))), r.file_hash FROM media_rows r WHERE r.seq = old.media_seq AND NOT EXISTS (SELECT 1 FROM history WHERE change_id = (SELECT id FROM changes WHERE open = 1) AND entity = 'media' AND id = r.id);
END;
--> statement-breakpoint
CREATE TRIGGER media_species_adding BEFORE INSERT ON media_species BEGIN
  INSERT INTO history (change_id, entity, id, before, file_hash) SELECT (SELECT id FROM changes WHERE open = 1), 'media', r.id, json_object('slug', r.slug, 'title', r.title, 'description', r.description, 'location', r.location, 'locationPrivacy', r.location_privacy, 'exactChosen', r.exact_chosen, 'date', r.date, 'categoryId', r.category_id, 'featured', r.featured, 'status', r.status, 'publishFrom', r.publish_from, 'publishUntil', r.publish_until, 'alt', r.alt, 'focusX', r.focus_x, 'focusY', r.focus_y, 'hero', r.hero, 'cover', r.cover, 'originalName', r.original_name, 'fileHash', r.file_hash, 'allowedPositions', r.allowed_positions, 'notShown', r.not_shown, 'deletedAt', r.deleted_at, 'deletedBy', r.deleted_by, 'tagIds', json((SELECT json_group_array(tag_id) FROM media_tags WHERE media_seq = r.seq)), 'species', json((SELECT json_group_array(json_object('scientificName', s.scientific_name, 'position', s.position, 'kind', s.kind, 'lifeStage', s.life_stage, 'nest', s.nest)) FROM (SELECT * FROM media_species WHERE media_seq = r.seq ORDER BY position) s))), r.file_hash FROM media_rows r WHERE r.seq = new.media_seq AND NOT EXISTS (SELECT 1 FROM history WHERE change_id = (SELECT id FROM changes WHERE open = 1) AND entity = 'media' AND id = r.id);
END;
--> statement-breakpoint
CREATE TRIGGER media_species_changing BEFORE UPDATE ON media_species BEGIN
  INSERT INTO history (change_id, entity, id, before, file_hash) SELECT (SELECT id FROM changes WHERE open = 1), 'media', r.id, json_object('slug', r.slug, 'title', r.title, 'description', r.description, 'location', r.location, 'locationPrivacy', r.location_privacy, 'exactChosen', r.exact_chosen, 'date', r.date, 'categoryId', r.category_id, 'featured', r.featured, 'status', r.status, 'publishFrom', r.publish_from, 'publishUntil', r.publish_until, 'alt', r.alt, 'focusX', r.focus_x, 'focusY', r.focus_y, 'hero', r.hero, 'cover', r.cover, 'originalName', r.original_name, 'fileHash', r.file_hash, 'allowedPositions', r.allowed_positions, 'notShown', r.not_shown, 'deletedAt', r.deleted_at, 'deletedBy', r.deleted_by, 'tagIds', json((SELECT json_group_array(tag_id) FROM media_tags WHERE media_seq = r.seq)), 'species', json((SELECT json_group_array(json_object('scientificName', s.scientific_name, 'position', s.position, 'kind', s.kind, 'lifeStage', s.life_stage, 'nest', s.nest)) FROM (SELECT * FROM media_species WHERE media_seq = r.seq ORDER BY position) s))), r.file_hash FROM media_rows r WHERE r.seq = old.media_seq AND NOT EXISTS (SELECT 1 FROM history WHERE change_id = (SELECT id FROM changes WHERE open = 1) AND entity = 'media' AND id = r.id);
END;
--> statement-breakpoint
CREATE TRIGGER media_species_removing BEFORE DELETE ON media_species BEGIN
  INSERT INTO history (change_id, entity, id, before, file_hash) SELECT (SELECT id FROM changes WHERE open = 1), 'media', r.id, json_object('slug', r.slug, 'title', r.title, 'description', r.description, 'location', r.location, 'locationPrivacy', r.location_privacy, 'exactChosen', r.exact_chosen, 'date', r.date, 'categoryId', r.category_id, 'featured', r.featured, 'status', r.status, 'publishFrom', r.publish_from, 'publishUntil', r.publish_until, 'alt', r.alt, 'focusX', r.focus_x, 'focusY', r.focus_y, 'hero', r.hero, 'cover', r.cover, 'originalName', r.original_name, 'fileHash', r.file_hash, 'allowedPositions', r.allowed_positions, 'notShown', r.not_shown, 'deletedAt', r.deleted_at, 'deletedBy', r.deleted_by, 'tagIds', json((SELECT json_group_array(tag_id) FROM media_tags WHERE media_seq = r.seq)), 'species', json((SELECT json_group_array(json_object('scientificName', s.scientific_name, 'position', s.position, 'kind', s.kind, 'lifeStage', s.life_stage, 'nest', s.nest)) FROM (SELECT * FROM media_species WHERE media_seq = r.seq ORDER BY position) s))), r.file_hash FROM media_rows r WHERE r.seq = old.media_seq AND NOT EXISTS (SELECT 1 FROM history WHERE change_id = (SELECT id FROM changes WHERE open = 1) AND entity = 'media' AND id = r.id);
END;