import type { ReactNode } from 'react';
import type { FieldAria } from '../../ui/controls/Field.tsx';

/** Several controls under the label, hint and error of one field. */
export const Group = ({ aria, children }: { aria: FieldAria; children: ReactNode }) => (
  <div
    role="group"
    id={aria.id}
    aria-labelledby={`${aria.id}-label`}
    aria-describedby={aria['aria-describedby']}
    className="flex flex-col gap-3"
  >
    {children}
  </div>
);
/** Of one control in a group: the group tells hint and error. */
export const partAria = (aria: FieldAria, part: string): FieldAria => ({
  id: `${aria.id}-${part}`,
  'aria-invalid': aria['aria-invalid'],
  'aria-describedby': undefined,
});
