import { importLocations, LOCATION_COLUMNS } from '../../../shared/contract/imports/locationImport.ts';
import CsvImport from '../../kit/screens/import/CsvImport.tsx';

export default function ImportDialog({ close }: { close: () => void }) {
  return (
    <CsvImport
      ns="locations"
      columns={LOCATION_COLUMNS}
      send={(client, call) => client.call(importLocations, call)}
      close={close}
    />
  );
}
