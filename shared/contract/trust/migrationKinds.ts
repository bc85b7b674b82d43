/** What can be brought over in a table: the fields of each kind, their columns in a file, and what a row is found by again. */
export const MIGRATION_KINDS = [
  ...(['devices', 'locations', 'users', 'creatives'] as const),
  ...(['playlists', 'campaigns', 'content', 'earnings'] as const),
] as const;
export type MigrationKind = (typeof MIGRATION_KINDS)[number];
/** Files of another system, which it alone reads and whose columns are fixed. */
export const LAYOUT_KIND = 'xibo_layouts';
export const IMPORT_KINDS = [...MIGRATION_KINDS, LAYOUT_KIND] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];
export const isTabular = (kind: ImportKind): kind is MigrationKind => kind !== LAYOUT_KIND;
/** Where a layout stands: its parts as the report of an import has them. */
export const LAYOUT_COLUMNS = ['layout', 'region', 'widget', 'becomes', 'name'] as const;

export interface MigrationField {
  name: string;
  isRequired?: true;
  /** In the template. */
  example: string;
  /** How a cell is read; left out: as it stands. `json`: a list or an object, else as it stands. */
  as?: 'number' | 'list' | 'flag' | 'instant' | 'json';
}
interface KindFields {
  fields: readonly MigrationField[];
}
/** Of our own exports: it finds its row also where two have one name. An ID of another system says nothing here. */
const id: MigrationField = { name: 'id', example: '' };

export const MIGRATION_FIELDS: Readonly<Record<MigrationKind, KindFields>> = {
  devices: {
    fields: [
      id,
      { name: 'name', isRequired: true, example: 'Taxi 101' },
      { name: 'serial', example: 'R52N30ABC1D' },
      { name: 'vehicle', example: '101' },
      { name: 'group', example: 'Airport fleet', as: 'list' },
      { name: 'location', example: 'Depot north' },
      { name: 'orientation', example: '0', as: 'number' },
      { name: 'volume', example: '40', as: 'number' },
      { name: 'metered', example: 'metered' },
      { name: 'tags', example: 'airport;night', as: 'list' },
    ],
  },
  locations: {
    fields: [
      id,
      { name: 'name', isRequired: true, example: 'Depot north' },
      { name: 'address', example: 'Rua do Depósito 4' },
      { name: 'lat', isRequired: true, example: '38.7742', as: 'number' },
      { name: 'lng', isRequired: true, example: '-9.1342', as: 'number' },
      { name: 'radius_m', isRequired: true, example: '150', as: 'number' },
      { name: 'tz', isRequired: true, example: 'Europe/Lisbon' },
      { name: 'external_id', example: 'D-004' },
      { name: 'hours', example: 'Mo-Fr 06:00-22:00; Sa 08:00-14:00' },
      { name: 'venue', example: '103' },
    ],
  },
  users: {
    fields: [
      { name: 'email', isRequired: true, example: 'desk@fleet.example' },
      { name: 'role', isRequired: true, example: 'viewer' },
      { name: 'first_name', example: 'Front' },
      { name: 'last_name', example: 'Desk' },
      { name: 'locale', example: 'en' },
      { name: 'tz', example: 'Europe/Lisbon' },
    ],
  },
  creatives: {
    fields: [
      id,
      { name: 'name', isRequired: true, example: 'Summer sale' },
      { name: 'media', isRequired: true, example: 'summer-sale.mp4' },
      { name: 'alt_text', example: 'A beach with the words Summer sale' },
      { name: 'duration_ms', example: '10000', as: 'number' },
      { name: 'advertiser', example: 'Harbour Mall' },
      { name: 'languages', example: 'en;zh', as: 'list' },
      { name: 'cats', example: 'IAB22', as: 'list' },
      { name: 'qr_target', example: 'https://example.org/sale' },
      { name: 'valid_from', example: '2027-06-01' },
      { name: 'valid_until', example: '2027-08-31' },
    ],
  },
  playlists: {
    fields: [
      id,
      { name: 'name', isRequired: true, example: 'Day loop' },
      { name: 'items', isRequired: true, example: 'Summer sale|10; City guide', as: 'json' },
      { name: 'default_duration_ms', example: '10000', as: 'number' },
      { name: 'shuffle', example: 'none' },
      { name: 'zone', example: 'full' },
    ],
  },
  campaigns: {
    fields: [
      id,
      { name: 'name', isRequired: true, example: 'Summer 2027' },
      { name: 'advertiser', isRequired: true, example: 'Harbour Mall' },
      { name: 'starts_at', example: '2027-06-01T00:00:00Z', as: 'instant' },
      { name: 'ends_at', example: '2027-07-01T00:00:00Z', as: 'instant' },
      { name: 'flights', example: '', as: 'json' },
      { name: 'tz', example: 'Europe/Lisbon' },
      { name: 'goal', example: 'plays' },
      { name: 'goal_amount', example: '20000', as: 'number' },
      { name: 'class', example: 'standard' },
      { name: 'pacing', example: 'even' },
      { name: 'budget_minor', example: '500000', as: 'number' },
      { name: 'daily_minor', example: '20000', as: 'number' },
      { name: 'bid_micros', example: '12000000', as: 'number' },
      { name: 'currency', example: 'EUR' },
      { name: 'creatives', example: 'Summer sale|1', as: 'json' },
      { name: 'targeting', example: '', as: 'json' },
      { name: 'max_per_hour', example: '6', as: 'number' },
      { name: 'max_per_day', example: '60', as: 'number' },
      { name: 'max_per_ride', example: '2', as: 'number' },
      { name: 'note', example: '' },
    ],
  },
  content: {
    fields: [
      id,
      { name: 'kind', isRequired: true, example: 'tourism' },
      { name: 'title_en', example: 'The old lighthouse' },
      { name: 'title_zh', example: '老灯塔' },
      { name: 'body_en', example: 'Ten minutes on foot from the harbour.' },
      { name: 'body_zh', example: '从港口步行十分钟。' },
      { name: 'image', example: 'lighthouse.jpg' },
      { name: 'cta_url', example: 'https://example.org/lighthouse' },
      { name: 'lat', example: '38.7742', as: 'number' },
      { name: 'lng', example: '-9.1342', as: 'number' },
      { name: 'radius_m', example: '2000', as: 'number' },
      { name: 'starts_at', example: '', as: 'instant' },
      { name: 'ends_at', example: '', as: 'instant' },
      { name: 'priority', example: '50', as: 'number' },
      { name: 'public', example: 'false', as: 'flag' },
      { name: 'address', example: '' },
      { name: 'hours', example: '' },
      { name: 'category', example: '' },
      { name: 'price_level', example: '', as: 'number' },
      { name: 'venue', example: '' },
      { name: 'event_starts_at', example: '', as: 'instant' },
      { name: 'event_ends_at', example: '', as: 'instant' },
      { name: 'ticket_url', example: '' },
      { name: 'duration_min', example: '45', as: 'number' },
      { name: 'best_time', example: 'Sunset' },
      { name: 'merchant', example: '' },
      { name: 'price_was_minor', example: '', as: 'number' },
      { name: 'price_now_minor', example: '', as: 'number' },
      { name: 'currency', example: '' },
      { name: 'code', example: '' },
      { name: 'terms', example: '' },
      { name: 'employer', example: '' },
      { name: 'employment', example: '' },
      { name: 'pay_min_minor', example: '', as: 'number' },
      { name: 'pay_max_minor', example: '', as: 'number' },
      { name: 'unit', example: '' },
      { name: 'apply_url', example: '' },
      { name: 'source_name', example: '' },
      { name: 'published_at', example: '', as: 'instant' },
    ],
  },
  /** Months that another system has paid: they are a record, and no payout ever takes them up. */
  earnings: {
    fields: [
      id,
      { name: 'period', isRequired: true, example: '2026-03' },
      { name: 'owner', isRequired: true, example: 'driver@fleet.example' },
      { name: 'screen', isRequired: true, example: 'Taxi 101' },
      { name: 'currency', isRequired: true, example: 'EUR' },
      { name: 'gross_minor', isRequired: true, example: '12500', as: 'number' },
      { name: 'fee_pct', example: '20', as: 'number' },
      { name: 'fee_minor', isRequired: true, example: '2500', as: 'number' },
      { name: 'adjustment_minor', example: '0', as: 'number' },
      { name: 'net_minor', isRequired: true, example: '10000', as: 'number' },
      { name: 'plays', example: '4200', as: 'number' },
      { name: 'online_ms', example: '720000000', as: 'number' },
    ],
  },
};

/** A layout has no columns to be mapped. */
export const fieldsOfKind = (kind: ImportKind): readonly MigrationField[] =>
  isTabular(kind) ? MIGRATION_FIELDS[kind].fields : [];

const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '');
/** The columns whose heading is that of a field, however it is written. */
export const columnsByName = (kind: ImportKind, columns: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    fieldsOfKind(kind).flatMap(({ name }) => {
      const column = columns.find(one => plain(one) === plain(name));
      return column === undefined ? [] : [[name, column]];
    }),
  );
