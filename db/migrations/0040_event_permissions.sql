UPDATE "staff_roles" SET "permissions" = array_append("permissions", 'events.cancel')
WHERE "name" IN ('chief-editor', 'producer', 'break-glass') AND NOT 'events.cancel' = ANY("permissions");--> statement-breakpoint
UPDATE "staff_roles" SET "permissions" = array_append("permissions", 'invitations.send')
WHERE "name" IN ('producer', 'sales', 'break-glass') AND NOT 'invitations.send' = ANY("permissions");
