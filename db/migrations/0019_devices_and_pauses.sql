CREATE TABLE "recording_pauses" (
	"member_id" integer PRIMARY KEY NOT NULL,
	"spans" "tstzmultirange" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "automation_reports" ADD COLUMN "is_withdrawn" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "recording_pauses" ADD CONSTRAINT "recording_pauses_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "program_archives_hidden_idx" ON "program_archives" USING btree ("updated_at") WHERE state <> 'shown' and merged_into is null;