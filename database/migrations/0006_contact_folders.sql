UPDATE `contacts` SET `folder` = 'inbox' WHERE `folder` = 'doubtful';
--> statement-breakpoint
-- may-drop-rows: reply_templates
DROP TABLE `reply_templates`;
--> statement-breakpoint
ALTER TABLE `contacts` DROP COLUMN `spam_since`;
--> statement-breakpoint
-- may-drop-rows: throttles
DELETE FROM `throttles` WHERE `bucket` LIKE 'resets:%' OR `bucket` LIKE 'build:%';
--> statement-breakpoint
ALTER TABLE `throttles` DROP COLUMN `window_at`;
--> statement-breakpoint
ALTER TABLE `outbox` ADD `contact_id` text REFERENCES contacts(id) ON DELETE CASCADE;
--> statement-breakpoint
CREATE INDEX `outbox_contact` ON `outbox` (`contact_id`);
