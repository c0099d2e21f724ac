CREATE TABLE "door_scans" (
	"id" uuid PRIMARY KEY NOT NULL,
	"invitation_id" integer NOT NULL,
	"door" text NOT NULL,
	"seats" smallint NOT NULL,
	"corrects" uuid,
	"scanned_at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"account_id" integer,
	CONSTRAINT "door_scans_corrects_unique" UNIQUE("corrects"),
	CONSTRAINT "door_scans_of_invitation" UNIQUE("id","invitation_id"),
	CONSTRAINT "door_scans_door" CHECK (btrim("door_scans"."door") <> ''),
	CONSTRAINT "door_scans_seats" CHECK ("door_scans"."seats" between -10 and 10 and "door_scans"."seats" <> 0),
	CONSTRAINT "door_scans_corrects" CHECK (("door_scans"."corrects" is not null) = ("door_scans"."seats" < 0))
);
--> statement-breakpoint
ALTER TABLE "invitations" DROP CONSTRAINT "invitations_arrived";--> statement-breakpoint
ALTER TABLE "door_scans" ADD CONSTRAINT "door_scans_invitation_id_invitations_id_fk" FOREIGN KEY ("invitation_id") REFERENCES "public"."invitations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "door_scans" ADD CONSTRAINT "door_scans_account_id_staff_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."staff_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "door_scans" ADD CONSTRAINT "door_scans_corrects_fk" FOREIGN KEY ("corrects","invitation_id") REFERENCES "public"."door_scans"("id","invitation_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "door_scans_invitation_idx" ON "door_scans" USING btree ("invitation_id");--> statement-breakpoint
-- What was noted before doors had scans is one scan of each invitation.
INSERT INTO "door_scans" ("id", "invitation_id", "door", "seats", "scanned_at", "received_at")
SELECT gen_random_uuid(), "id", '門口', "arrived", "updated_at", "updated_at" FROM "invitations" WHERE "arrived" > 0;--> statement-breakpoint
ALTER TABLE "invitations" DROP COLUMN "arrived";