SELECT wayside_fence();
--> statement-breakpoint
-- Whether something waits for a screen is read with its keys, before its tenant is known.
CREATE POLICY look_up ON device_commands FOR SELECT USING ((SELECT wayside_scope()) = 'device');
