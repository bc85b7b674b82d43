/** Plays by a text: part of the name of their screen, creative or campaign, or the whole id of one play. */
import { sql, type AnyColumn, type SQL } from 'drizzle-orm';
import { id } from '../../shared/contract/wire/wire.ts';
import { titleWords } from '../content/local/items.ts';
import { campaigns, contentItems, creatives, devices } from '../db/schema.ts';
import { containsText } from '../db/lists.ts';

/** The play that a text names by its id; null where it names none. */
export function playIdOf(q: string | undefined): string | null {
  const found = id.safeParse(q?.trim().toLowerCase());
  return found.success ? found.data : null;
}

type Column = AnyColumn | SQL;
interface NamedColumns {
  device_id: Column;
  creative_id: Column;
  campaign_id: Column;
}
/** Plays and hours of plays have these columns alike, so list, totals, export and analytics find the same. */
export function matchesNames(
  tenant_id: string,
  q: string | undefined,
  { device_id, creative_id, campaign_id }: NamedColumns,
): SQL | undefined {
  const words = q?.trim();
  if (words === undefined || words === '') return undefined;
  return sql`(${device_id} in (select ${devices.id} from ${devices}
      where ${devices.tenant_id} = ${tenant_id} and ${containsText(words, devices.name)})
    or ${creative_id} in (select ${creatives.id} from ${creatives}
      where ${creatives.tenant_id} = ${tenant_id} and ${containsText(words, creatives.name)})
    or ${creative_id} in (select ${contentItems.id} from ${contentItems}
      where ${contentItems.tenant_id} = ${tenant_id} and ${containsText(words, titleWords)})
    or ${campaign_id} in (select ${campaigns.id} from ${campaigns}
      where ${campaigns.tenant_id} = ${tenant_id} and ${containsText(words, campaigns.name)}))`;
}
