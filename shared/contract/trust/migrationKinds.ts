/** What can be brought over in a table: the fields of each kind, their columns in a file, and what a row is found by again. */
export const MIGRATION_KINDS = ['devices', 'locations', 'users'] as const;
export type MigrationKind = (typeof MIGRATION_KINDS)[number];

export interface MigrationField {
  name: string;
  isRequired?: true;
  /** In the template. */
  example: string;
  /** How a cell is read; left out: as it stands. */
  as?: 'number' | 'list';
}
interface KindFields {
  fields: readonly MigrationField[];
  /** Fields by which a row is taken for one that is there; the first that has a value counts. */
  keys: readonly string[];
}

export const MIGRATION_FIELDS: Readonly<Record<MigrationKind, KindFields>> = {
  devices: {
    keys: ['serial', 'name'],
    fields: [
      { name: 'name', isRequired: true, example: 'Taxi 101' },
      { name: 'serial', example: 'R52N30ABC1D' },
      { name: 'vehicle', example: '101' },
      { name: 'group', example: 'Airport fleet' },
      { name: 'location', example: 'Depot north' },
      { name: 'orientation', example: '0', as: 'number' },
      { name: 'volume', example: '40', as: 'number' },
      { name: 'metered', example: 'metered' },
      { name: 'tags', example: 'airport;night', as: 'list' },
    ],
  },
  locations: {
    keys: ['external_id', 'name'],
    fields: [
      { name: 'name', isRequired: true, example: 'Depot north' },
      { name: 'address', example: 'Rua do Depósito 4' },
      { name: 'lat', isRequired: true, example: '38.7742', as: 'number' },
      { name: 'lng', isRequired: true, example: '-9.1342', as: 'number' },
      { name: 'radius_m', isRequired: true, example: '150', as: 'number' },
      { name: 'tz', isRequired: true, example: 'Europe/Lisbon' },
      { name: 'external_id', example: 'D-004' },
    ],
  },
  users: {
    keys: ['email'],
    fields: [
      { name: 'email', isRequired: true, example: 'desk@fleet.example' },
      { name: 'role', isRequired: true, example: 'viewer' },
      { name: 'first_name', example: 'Front' },
      { name: 'last_name', example: 'Desk' },
      { name: 'locale', example: 'en' },
      { name: 'tz', example: 'Europe/Lisbon' },
    ],
  },
};

const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '');
/** The columns whose heading is that of a field, however it is written. */
export const columnsByName = (kind: MigrationKind, columns: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    MIGRATION_FIELDS[kind].fields.flatMap(({ name }) => {
      const column = columns.find(one => plain(one) === plain(name));
      return column === undefined ? [] : [[name, column]];
    }),
  );
