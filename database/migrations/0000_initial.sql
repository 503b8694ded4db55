CREATE TABLE `audit_log` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`actor_id` text,
	`actor` text NOT NULL,
	`action` text NOT NULL,
	`entity` text NOT NULL,
	`entity_id` text,
	`summary` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `audit_log_at` ON `audit_log` (`at`);--> statement-breakpoint
CREATE INDEX `audit_log_actor` ON `audit_log` (`actor`);--> statement-breakpoint
CREATE INDEX `audit_log_entity` ON `audit_log` (`entity`);--> statement-breakpoint
CREATE TABLE `bulk_edits` (
	`user_id` text PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`at` integer NOT NULL,
	`before` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `categories` (
	`id` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`name` text NOT NULL,
	`description` text,
	`sort_order` integer NOT NULL,
	`revision` integer DEFAULT 0 NOT NULL,
	CONSTRAINT "categories_sort_order" CHECK("categories"."sort_order" >= 1)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `categories_name` ON `categories` (`type`,lower("name"));--> statement-breakpoint
CREATE INDEX `categories_order` ON `categories` (`type`,`sort_order`);--> statement-breakpoint
CREATE TABLE `declined_keywords` (
	`word` text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE `files` (
	`hash` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`extension` text NOT NULL,
	`bytes` integer NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`duration` real,
	`placeholder` text,
	`color` text,
	`camera` text DEFAULT '{}' NOT NULL,
	`facts` text DEFAULT '{}' NOT NULL,
	`renditions` text DEFAULT '[]' NOT NULL,
	`processing` text NOT NULL,
	`processing_error` text,
	`progress` integer,
	`poster_hash` text,
	`created_at` integer NOT NULL,
	`orphaned_at` integer
);
--> statement-breakpoint
CREATE TABLE `guard_rules` (
	`scientific_name` text PRIMARY KEY NOT NULL,
	`level` text NOT NULL,
	`months` text NOT NULL,
	`nest_months` text,
	`reason` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `jobs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`subject` text NOT NULL,
	`priority` integer DEFAULT 0 NOT NULL,
	`state` text DEFAULT 'waiting' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`run_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`finished_at` integer,
	`result` text,
	`error` text
);
--> statement-breakpoint
CREATE INDEX `jobs_next` ON `jobs` (`state`,`priority`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `jobs_open` ON `jobs` (`kind`,`subject`) WHERE "jobs"."state" in ('waiting', 'running');--> statement-breakpoint
CREATE TABLE `media` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`slug` text NOT NULL,
	`type` text NOT NULL,
	`title` text NOT NULL,
	`description` text,
	`location` text,
	`location_privacy` text NOT NULL,
	`exact_chosen` integer DEFAULT false NOT NULL,
	`date` text,
	`category_id` text NOT NULL,
	`featured` integer DEFAULT false NOT NULL,
	`status` text DEFAULT 'published' NOT NULL,
	`publish_from` integer,
	`publish_until` integer,
	`alt` text,
	`focus_x` real DEFAULT 0.5 NOT NULL,
	`focus_y` real DEFAULT 0.5 NOT NULL,
	`hero` integer DEFAULT false NOT NULL,
	`cover` integer DEFAULT false NOT NULL,
	`original_name` text,
	`file_hash` text NOT NULL,
	`previous_file_hash` text,
	`first_published_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`revision` integer DEFAULT 0 NOT NULL,
	`link_revision` integer DEFAULT 0 NOT NULL,
	`allowed_positions` text DEFAULT '[]' NOT NULL,
	`withheld` integer DEFAULT false NOT NULL,
	`guard` text,
	`guard_reasons` text DEFAULT '[]' NOT NULL,
	`guard_order` real,
	`taken_from` integer,
	`taken_until` integer,
	`creation_key` text,
	FOREIGN KEY (`category_id`) REFERENCES `categories`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`file_hash`) REFERENCES `files`(`hash`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`previous_file_hash`) REFERENCES `files`(`hash`) ON UPDATE no action ON DELETE restrict
);
--> statement-breakpoint
CREATE UNIQUE INDEX `media_id_unique` ON `media` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `media_slug_unique` ON `media` (`slug`);--> statement-breakpoint
CREATE UNIQUE INDEX `media_creation_key` ON `media` (`creation_key`) WHERE "media"."creation_key" is not null;--> statement-breakpoint
CREATE INDEX `media_newest` ON `media` (`created_at`,`seq`);--> statement-breakpoint
CREATE INDEX `media_category` ON `media` (`category_id`);--> statement-breakpoint
CREATE INDEX `media_file` ON `media` (`file_hash`);--> statement-breakpoint
CREATE INDEX `media_previous_file` ON `media` (`previous_file_hash`);--> statement-breakpoint
CREATE INDEX `media_revision` ON `media` (`revision`);--> statement-breakpoint
CREATE INDEX `media_taken` ON `media` (`taken_from`);--> statement-breakpoint
CREATE INDEX `media_publish_from` ON `media` (`publish_from`) WHERE "media"."publish_from" is not null;--> statement-breakpoint
CREATE INDEX `media_publish_until` ON `media` (`publish_until`) WHERE "media"."publish_until" is not null;--> statement-breakpoint
CREATE TABLE `media_species` (
	`media_seq` integer NOT NULL,
	`scientific_name` text NOT NULL,
	`position` integer NOT NULL,
	`kind` text DEFAULT 'wild' NOT NULL,
	`life_stage` text,
	`nest` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`media_seq`, `scientific_name`),
	FOREIGN KEY (`media_seq`) REFERENCES `media`(`seq`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`scientific_name`) REFERENCES `species`(`scientific_name`) ON UPDATE no action ON DELETE restrict
);
--> statement-breakpoint
CREATE INDEX `media_species_name` ON `media_species` (`scientific_name`);--> statement-breakpoint
CREATE TABLE `media_tags` (
	`media_seq` integer NOT NULL,
	`tag_id` text NOT NULL,
	PRIMARY KEY(`media_seq`, `tag_id`),
	FOREIGN KEY (`media_seq`) REFERENCES `media`(`seq`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`tag_id`) REFERENCES `categories`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `media_tags_tag` ON `media_tags` (`tag_id`);--> statement-breakpoint
CREATE TABLE `protected_places` (
	`media_seq` integer PRIMARY KEY NOT NULL,
	FOREIGN KEY (`media_seq`) REFERENCES `media`(`seq`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `settings` (
	`id` integer PRIMARY KEY NOT NULL,
	`google_analytics_id` text,
	`enforce2fa` integer DEFAULT false NOT NULL,
	`profile` text DEFAULT '{}' NOT NULL,
	`contact_retention_months` integer,
	`visits_since` integer DEFAULT 0,
	`revision` integer DEFAULT 0 NOT NULL,
	CONSTRAINT "settings_one_row" CHECK("settings"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE `species` (
	`scientific_name` text PRIMARY KEY NOT NULL,
	`dutch_name` text,
	`english_name` text,
	`group_name` text NOT NULL,
	`family` text,
	`synonyms` text DEFAULT '[]' NOT NULL,
	`own` integer DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE `trash` (
	`id` text PRIMARY KEY NOT NULL,
	`slug` text NOT NULL,
	`category_id` text NOT NULL,
	`file_hash` text NOT NULL,
	`row` text NOT NULL,
	`tag_ids` text NOT NULL,
	`species` text DEFAULT '[]' NOT NULL,
	`deleted_at` integer NOT NULL,
	`deleted_by` text NOT NULL,
	FOREIGN KEY (`category_id`) REFERENCES `categories`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`file_hash`) REFERENCES `files`(`hash`) ON UPDATE no action ON DELETE restrict
);
--> statement-breakpoint
CREATE UNIQUE INDEX `trash_slug_unique` ON `trash` (`slug`);--> statement-breakpoint
CREATE INDEX `trash_newest` ON `trash` (`deleted_at`);--> statement-breakpoint
CREATE INDEX `trash_file` ON `trash` (`file_hash`);--> statement-breakpoint
CREATE INDEX `trash_category` ON `trash` (`category_id`);--> statement-breakpoint
CREATE TABLE `uploads` (
	`key` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`state` text NOT NULL,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`file_hash` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `uploads_user` ON `uploads` (`user_id`);--> statement-breakpoint
CREATE TABLE `access_links` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `access_links_user` ON `access_links` (`user_id`);--> statement-breakpoint
CREATE TABLE `backup_codes` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`code_hash` text NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `backup_codes_user` ON `backup_codes` (`user_id`);--> statement-breakpoint
CREATE TABLE `devices` (
	`id` text PRIMARY KEY NOT NULL,
	`id_hash` text NOT NULL,
	`user_id` text NOT NULL,
	`last_seen_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `devices_secret` ON `devices` (`id_hash`,`user_id`);--> statement-breakpoint
CREATE INDEX `devices_user` ON `devices` (`user_id`);--> statement-breakpoint
CREATE TABLE `mail_settings` (
	`id` integer PRIMARY KEY NOT NULL,
	`host` text NOT NULL,
	`port` integer NOT NULL,
	`encryption` text NOT NULL,
	`username` text NOT NULL,
	`password` text,
	`sender` text NOT NULL,
	`messages_to` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `outbox` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`recipient` text NOT NULL,
	`subject` text NOT NULL,
	`body` text NOT NULL,
	`sealed` integer DEFAULT false NOT NULL,
	`reply_to_name` text,
	`reply_to_address` text,
	`picture` text,
	`sender_name` text,
	`reply_id` text,
	`created_at` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_at` integer NOT NULL,
	`error` text,
	FOREIGN KEY (`reply_id`) REFERENCES `replies`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `outbox_next` ON `outbox` (`next_at`);--> statement-breakpoint
CREATE INDEX `outbox_reply` ON `outbox` (`reply_id`);--> statement-breakpoint
CREATE TABLE `passkeys` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`credential_id` text NOT NULL,
	`public_key` blob NOT NULL,
	`counter` integer NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `passkeys_credentialId_unique` ON `passkeys` (`credential_id`);--> statement-breakpoint
CREATE INDEX `passkeys_user` ON `passkeys` (`user_id`);--> statement-breakpoint
CREATE TABLE `remote_photos` (
	`user_id` text NOT NULL,
	`remote_id` text NOT NULL,
	`media_id` text NOT NULL,
	PRIMARY KEY(`user_id`, `remote_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `sessions` (
	`id_hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_seen_at` integer NOT NULL,
	`confirmed_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE TABLE `throttles` (
	`bucket` text PRIMARY KEY NOT NULL,
	`failures` integer NOT NULL,
	`window_at` integer NOT NULL,
	`last_failure_at` integer NOT NULL,
	`blocked_at` integer,
	`wait_ms` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `throttles_last` ON `throttles` (`last_failure_at`);--> statement-breakpoint
CREATE TABLE `upload_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`start` text NOT NULL,
	`key_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `upload_keys_keyHash_unique` ON `upload_keys` (`key_hash`);--> statement-breakpoint
CREATE INDEX `upload_keys_user` ON `upload_keys` (`user_id`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`username` text NOT NULL,
	`email` text NOT NULL,
	`role` text NOT NULL,
	`status` text DEFAULT 'active' NOT NULL,
	`password_hash` text NOT NULL,
	`totp_secret` text,
	`pending_totp_secret` text,
	`totp_step` integer,
	`two_factor_at` integer,
	`backup_codes_unsaved` integer DEFAULT false NOT NULL,
	`last_login_at` integer,
	`invited_at` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_username` ON `users` (lower("username"));--> statement-breakpoint
CREATE UNIQUE INDEX `users_email` ON `users` (lower("email"));--> statement-breakpoint
CREATE TABLE `contacts` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`phone` text,
	`message` text NOT NULL,
	`status` text DEFAULT 'new' NOT NULL,
	`folder` text DEFAULT 'inbox' NOT NULL,
	`spam_since` integer,
	`submitted_at` integer NOT NULL,
	`enquiry` text
);
--> statement-breakpoint
CREATE INDEX `contacts_newest` ON `contacts` (`folder`,`submitted_at`);--> statement-breakpoint
CREATE TABLE `replies` (
	`id` text PRIMARY KEY NOT NULL,
	`contact_id` text NOT NULL,
	`creation_key` text NOT NULL,
	`author` text NOT NULL,
	`written_at` integer NOT NULL,
	`subject` text NOT NULL,
	`body` text NOT NULL,
	`state` text DEFAULT 'waiting' NOT NULL,
	`problem` text,
	FOREIGN KEY (`contact_id`) REFERENCES `contacts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `replies_key` ON `replies` (`contact_id`,`creation_key`);--> statement-breakpoint
CREATE TABLE `reply_templates` (
	`id` text PRIMARY KEY NOT NULL,
	`title` text NOT NULL,
	`body` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `reply_templates_title` ON `reply_templates` (lower("title"));--> statement-breakpoint
CREATE TABLE `ci_builds` (
	`snapshot_id` text PRIMARY KEY NOT NULL,
	`revision` integer NOT NULL,
	`state` text DEFAULT 'calling' NOT NULL,
	`called_at` integer NOT NULL,
	`reported_at` integer,
	`log` text DEFAULT '' NOT NULL,
	`pages_total` integer DEFAULT 0 NOT NULL,
	`bytes` integer DEFAULT 0 NOT NULL,
	`settled` integer DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE `content_state` (
	`id` integer PRIMARY KEY NOT NULL,
	`revision` integer DEFAULT 0 NOT NULL,
	`published_revision` integer DEFAULT 0 NOT NULL,
	`first_change_at` integer,
	`last_change_at` integer,
	`release_id` text,
	`published_at` integer,
	`running` integer DEFAULT false NOT NULL,
	`pages_done` integer DEFAULT 0 NOT NULL,
	`pages_total` integer DEFAULT 0 NOT NULL,
	`error` text,
	`retry_at` integer,
	`held_revision` integer,
	`started_at` integer,
	`failed_count` integer DEFAULT 0 NOT NULL,
	`failed_revision` integer,
	`next_try_at` integer,
	`restore_id` text,
	`restore_error` text,
	`shown_at` integer
);
--> statement-breakpoint
CREATE TABLE `releases` (
	`id` text PRIMARY KEY NOT NULL,
	`revision` integer NOT NULL,
	`created_at` integer NOT NULL,
	`state` text NOT NULL,
	`pages_rendered` integer NOT NULL,
	`pages_total` integer NOT NULL,
	`duration_ms` integer NOT NULL,
	`bytes` integer NOT NULL,
	`error` text,
	`audit_id` integer,
	`changes` text,
	`log` text
);
--> statement-breakpoint
CREATE TABLE `removals` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`media_seq` integer,
	`slug` text NOT NULL,
	`file_hash` text,
	`kind` text NOT NULL,
	`revision` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `stories` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`slug` text NOT NULL,
	`title` text NOT NULL,
	`date` text NOT NULL,
	`body` text NOT NULL,
	`cover` text,
	`status` text NOT NULL,
	`publish_from` integer,
	`publish_until` integer,
	`allowed_positions` text DEFAULT '[]' NOT NULL,
	`withheld` integer DEFAULT false NOT NULL,
	`first_published_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`deleted_at` integer,
	`deleted_by` text,
	`creation_key` text,
	`revision` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `stories_slug_unique` ON `stories` (`slug`);--> statement-breakpoint
CREATE UNIQUE INDEX `stories_creation_key` ON `stories` (`creation_key`) WHERE "stories"."creation_key" is not null;--> statement-breakpoint
CREATE INDEX `stories_newest` ON `stories` (`kind`,`date`);--> statement-breakpoint
CREATE TABLE `visit_files` (
	`head` text PRIMARY KEY NOT NULL,
	`position` integer NOT NULL,
	`counted_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `visit_sources` (
	`day` text NOT NULL,
	`host` text NOT NULL,
	`views` integer NOT NULL,
	PRIMARY KEY(`day`, `host`)
);
--> statement-breakpoint
CREATE TABLE `visits` (
	`day` text NOT NULL,
	`page` text NOT NULL,
	`views` integer NOT NULL,
	PRIMARY KEY(`day`, `page`)
);

--> statement-breakpoint
CREATE TRIGGER media_inserted AFTER INSERT ON media BEGIN
  UPDATE content_state SET revision = revision + 1, last_change_at = CAST(unixepoch('subsec') * 1000 AS INTEGER), first_change_at = coalesce(first_change_at, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  UPDATE media SET revision = (SELECT revision FROM content_state WHERE id = 1), link_revision = (SELECT revision FROM content_state WHERE id = 1) WHERE seq = new.seq;
END;
--> statement-breakpoint
CREATE TRIGGER media_updated AFTER UPDATE OF slug, type, title, description, location, location_privacy, date, category_id, featured, status, publish_from, publish_until, alt, focus_x, focus_y, hero, cover, file_hash, previous_file_hash, created_at, withheld, guard, guard_order ON media BEGIN
  UPDATE content_state SET revision = revision + 1, last_change_at = CAST(unixepoch('subsec') * 1000 AS INTEGER), first_change_at = coalesce(first_change_at, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  UPDATE media SET revision = (SELECT revision FROM content_state WHERE id = 1) WHERE seq = new.seq;
  UPDATE media SET link_revision = revision WHERE seq = new.seq AND (old.slug, old.type, old.title, old.location, old.location_privacy, old.date, old.alt, old.focus_x, old.focus_y, old.file_hash, old.previous_file_hash, old.guard, old.guard_order) IS NOT (new.slug, new.type, new.title, new.location, new.location_privacy, new.date, new.alt, new.focus_x, new.focus_y, new.file_hash, new.previous_file_hash, new.guard, new.guard_order);
  UPDATE media SET hero = 0, revision = (SELECT revision FROM content_state WHERE id = 1) WHERE new.hero AND NOT old.hero AND hero AND seq <> new.seq;
  UPDATE media SET cover = 0 WHERE old.cover AND old.category_id <> new.category_id AND seq = new.seq;
  UPDATE media SET cover = 0, revision = (SELECT revision FROM content_state WHERE id = 1) WHERE new.cover AND NOT old.cover AND cover AND category_id = new.category_id AND seq <> new.seq;
  INSERT INTO removals (media_seq, slug, file_hash, kind, revision) SELECT old.seq, old.slug, old.file_hash, 'drafted', (SELECT revision FROM content_state WHERE id = 1) WHERE old.status = 'published' AND new.status <> 'published';
  INSERT INTO removals (media_seq, slug, file_hash, kind, revision) SELECT old.seq, old.slug, old.file_hash, 'place', (SELECT revision FROM content_state WHERE id = 1) WHERE old.status = 'published' AND old.location IS NOT NULL AND (old.location IS NOT new.location OR old.location_privacy <> new.location_privacy);
  INSERT INTO removals (media_seq, slug, file_hash, kind, revision) SELECT old.seq, old.slug, old.file_hash, 'guard', (SELECT revision FROM content_state WHERE id = 1) WHERE old.status = 'published' AND new.guard IS NOT NULL AND old.guard IS NOT new.guard;
  INSERT INTO removals (media_seq, slug, file_hash, kind, revision) SELECT old.seq, old.slug, old.file_hash, 'address', (SELECT revision FROM content_state WHERE id = 1) WHERE old.slug <> new.slug AND old.first_published_at IS NOT NULL;
END;
--> statement-breakpoint
CREATE TRIGGER media_deleted AFTER DELETE ON media BEGIN
  UPDATE content_state SET revision = revision + 1, last_change_at = CAST(unixepoch('subsec') * 1000 AS INTEGER), first_change_at = coalesce(first_change_at, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  INSERT INTO removals (media_seq, slug, file_hash, kind, revision) SELECT old.seq, old.slug, old.file_hash, 'deleted', (SELECT revision FROM content_state WHERE id = 1);
END;
--> statement-breakpoint
CREATE TRIGGER media_tagged AFTER INSERT ON media_tags BEGIN
  UPDATE content_state SET revision = revision + 1, last_change_at = CAST(unixepoch('subsec') * 1000 AS INTEGER), first_change_at = coalesce(first_change_at, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  UPDATE media SET revision = (SELECT revision FROM content_state WHERE id = 1) WHERE seq = new.media_seq;
END;
--> statement-breakpoint
CREATE TRIGGER media_untagged AFTER DELETE ON media_tags BEGIN
  UPDATE content_state SET revision = revision + 1, last_change_at = CAST(unixepoch('subsec') * 1000 AS INTEGER), first_change_at = coalesce(first_change_at, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  UPDATE media SET revision = (SELECT revision FROM content_state WHERE id = 1) WHERE seq = old.media_seq;
END;
--> statement-breakpoint
CREATE TRIGGER media_species_added AFTER INSERT ON media_species BEGIN
  UPDATE content_state SET revision = revision + 1, last_change_at = CAST(unixepoch('subsec') * 1000 AS INTEGER), first_change_at = coalesce(first_change_at, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  UPDATE media SET revision = (SELECT revision FROM content_state WHERE id = 1) WHERE seq = new.media_seq;
END;
--> statement-breakpoint
CREATE TRIGGER media_species_changed AFTER UPDATE ON media_species BEGIN
  UPDATE content_state SET revision = revision + 1, last_change_at = CAST(unixepoch('subsec') * 1000 AS INTEGER), first_change_at = coalesce(first_change_at, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  UPDATE media SET revision = (SELECT revision FROM content_state WHERE id = 1) WHERE seq = new.media_seq;
END;
--> statement-breakpoint
CREATE TRIGGER media_species_removed AFTER DELETE ON media_species BEGIN
  UPDATE content_state SET revision = revision + 1, last_change_at = CAST(unixepoch('subsec') * 1000 AS INTEGER), first_change_at = coalesce(first_change_at, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  UPDATE media SET revision = (SELECT revision FROM content_state WHERE id = 1) WHERE seq = old.media_seq;
END;
--> statement-breakpoint
CREATE TRIGGER species_changed AFTER UPDATE OF scientific_name, dutch_name, group_name ON species BEGIN
  UPDATE content_state SET revision = revision + 1, last_change_at = CAST(unixepoch('subsec') * 1000 AS INTEGER), first_change_at = coalesce(first_change_at, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  UPDATE media SET revision = (SELECT revision FROM content_state WHERE id = 1) WHERE seq IN (SELECT media_seq FROM media_species WHERE scientific_name = new.scientific_name);
END;
--> statement-breakpoint
CREATE TRIGGER stories_inserted AFTER INSERT ON stories BEGIN
  UPDATE content_state SET revision = revision + 1, last_change_at = CAST(unixepoch('subsec') * 1000 AS INTEGER), first_change_at = coalesce(first_change_at, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  UPDATE stories SET revision = (SELECT revision FROM content_state WHERE id = 1) WHERE id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER stories_updated AFTER UPDATE OF slug, title, date, body, cover, status, publish_from, publish_until, withheld, deleted_at ON stories BEGIN
  UPDATE content_state SET revision = revision + 1, last_change_at = CAST(unixepoch('subsec') * 1000 AS INTEGER), first_change_at = coalesce(first_change_at, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  UPDATE stories SET revision = (SELECT revision FROM content_state WHERE id = 1) WHERE id = new.id;
  INSERT INTO removals (slug, kind, revision) SELECT old.slug, 'address', (SELECT revision FROM content_state WHERE id = 1) WHERE old.slug <> new.slug AND old.first_published_at IS NOT NULL;
END;
--> statement-breakpoint
CREATE TRIGGER stories_deleted AFTER DELETE ON stories WHEN old.deleted_at IS NULL BEGIN
  UPDATE content_state SET revision = revision + 1, last_change_at = CAST(unixepoch('subsec') * 1000 AS INTEGER), first_change_at = coalesce(first_change_at, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER categories_inserted AFTER INSERT ON categories BEGIN
  UPDATE content_state SET revision = revision + 1, last_change_at = CAST(unixepoch('subsec') * 1000 AS INTEGER), first_change_at = coalesce(first_change_at, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  UPDATE categories SET revision = (SELECT revision FROM content_state WHERE id = 1) WHERE id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER categories_updated AFTER UPDATE OF type, name, description, sort_order ON categories BEGIN
  UPDATE content_state SET revision = revision + 1, last_change_at = CAST(unixepoch('subsec') * 1000 AS INTEGER), first_change_at = coalesce(first_change_at, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  UPDATE categories SET revision = (SELECT revision FROM content_state WHERE id = 1) WHERE id = new.id;
  UPDATE media SET revision = (SELECT revision FROM content_state WHERE id = 1) WHERE old.name <> new.name AND (category_id = new.id OR seq IN (SELECT media_seq FROM media_tags WHERE tag_id = new.id));
END;
--> statement-breakpoint
CREATE TRIGGER categories_deleted AFTER DELETE ON categories BEGIN
  UPDATE content_state SET revision = revision + 1, last_change_at = CAST(unixepoch('subsec') * 1000 AS INTEGER), first_change_at = coalesce(first_change_at, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER settings_updated AFTER UPDATE OF google_analytics_id, profile ON settings BEGIN
  UPDATE content_state SET revision = revision + 1, last_change_at = CAST(unixepoch('subsec') * 1000 AS INTEGER), first_change_at = coalesce(first_change_at, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  UPDATE settings SET revision = (SELECT revision FROM content_state WHERE id = 1) WHERE id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER files_ready AFTER UPDATE OF width, height, duration, placeholder, color, camera, renditions, processing ON files WHEN new.processing = 'ready' BEGIN
  UPDATE content_state SET revision = revision + 1, last_change_at = CAST(unixepoch('subsec') * 1000 AS INTEGER), first_change_at = coalesce(first_change_at, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  UPDATE media SET revision = (SELECT revision FROM content_state WHERE id = 1), link_revision = (SELECT revision FROM content_state WHERE id = 1) WHERE file_hash = new.hash OR previous_file_hash = new.hash;
END;
--> statement-breakpoint
INSERT INTO content_state (id) VALUES (1);
--> statement-breakpoint
INSERT INTO settings (id) VALUES (1);
--> statement-breakpoint
INSERT INTO categories (id, type, name, sort_order) VALUES ('landscape', 'category', 'landscape', 1);
--> statement-breakpoint
INSERT INTO categories (id, type, name, sort_order) VALUES ('fauna', 'category', 'fauna', 2);
--> statement-breakpoint
INSERT INTO categories (id, type, name, sort_order) VALUES ('macro', 'category', 'macro', 3);
--> statement-breakpoint
INSERT INTO categories (id, type, name, sort_order) VALUES ('drone', 'category', 'drone', 4);
