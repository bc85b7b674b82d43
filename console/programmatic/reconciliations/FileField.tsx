import { Field } from '../../kit/ui/controls/Field.tsx';

export interface PickedFile {
  file_name: string;
  csv: string;
}
/** Read in the browser: its heads are picked from before anything is sent. */
export const FileField = ({ label, pick }: { label: string; pick: (file: PickedFile) => void }) => (
  <Field label={label}>
    {aria => (
      <input
        {...aria}
        type="file"
        accept=".csv,text/csv"
        className="min-h-12"
        onChange={event => {
          const [file] = event.target.files ?? [];
          if (file) void file.text().then(csv => pick({ file_name: file.name, csv }));
        }}
      />
    )}
  </Field>
);
