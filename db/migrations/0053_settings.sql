CREATE TABLE "mail_texts" (
	"key" text PRIMARY KEY NOT NULL,
	"subject" text NOT NULL,
	"paragraphs" jsonb NOT NULL,
	"changed_by" integer NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"ends_at" timestamp (3) with time zone,
	"changed_by" integer NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "settings_key" CHECK (length("settings"."key") between 1 and 60)
);
--> statement-breakpoint
ALTER TABLE "mail_texts" ADD CONSTRAINT "mail_texts_changed_by_staff_accounts_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."staff_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settings" ADD CONSTRAINT "settings_changed_by_staff_accounts_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."staff_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- By hand: who changes words of the site, who turns a part of it off for a time, and who decides how long things are kept.
UPDATE "staff_roles" SET "permissions" = array_append("permissions", 'settings.edit')
WHERE "name" IN ('chief-editor', 'administrator', 'break-glass') AND NOT 'settings.edit' = ANY("permissions");--> statement-breakpoint
UPDATE "staff_roles" SET "permissions" = array_append("permissions", 'settings.switch')
WHERE "name" IN ('engineer', 'administrator', 'break-glass') AND NOT 'settings.switch' = ANY("permissions");--> statement-breakpoint
UPDATE "staff_roles" SET "permissions" = array_append("permissions", 'settings.retention')
WHERE "name" IN ('administrator', 'break-glass') AND NOT 'settings.retention' = ANY("permissions");
