import type { MigrationKind } from '../../../../shared/contract/trust/migrationKinds.ts';
import { deviceImporter } from './devices.ts';
import type { Importer } from './importer.ts';
import { locationImporter } from './locations.ts';
import { userImporter } from './users.ts';

export const IMPORTERS: Readonly<Record<MigrationKind, Importer>> = {
  devices: deviceImporter,
  locations: locationImporter,
  users: userImporter,
};
