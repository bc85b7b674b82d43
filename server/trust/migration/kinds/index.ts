import type { MigrationKind } from '../../../../shared/contract/trust/migrationKinds.ts';
import { campaignImporter } from './campaigns.ts';
import { contentImporter } from './content.ts';
import { creativeImporter } from './creatives.ts';
import { deviceImporter } from './devices.ts';
import { earningImporter } from './earnings.ts';
import type { Importer } from './importer.ts';
import { locationImporter } from './locations.ts';
import { playlistImporter } from './playlists.ts';
import { userImporter } from './users.ts';

/** Whoever may bring data holds the areas of all of these kinds, which a test compares. */
export const IMPORTERS: Readonly<Record<MigrationKind, Importer>> = {
  devices: deviceImporter,
  locations: locationImporter,
  users: userImporter,
  creatives: creativeImporter,
  playlists: playlistImporter,
  campaigns: campaignImporter,
  content: contentImporter,
  earnings: earningImporter,
};
