import type { SelectedShare } from './selection.ts';

interface SelectionCheckboxProps {
  label: string;
  share: SelectedShare;
  onToggle: () => void;
}

/** A 48 px checkbox; indeterminate when only some rows are selected. */
export const SelectionCheckbox = ({ label, share, onToggle }: SelectionCheckboxProps) => (
  <label className="grid size-12 cursor-pointer place-items-center">
    <span className="sr-only">{label}</span>
    <input
      type="checkbox"
      className="size-5 accent-primary"
      checked={share === 'all'}
      ref={box => {
        if (box) box.indeterminate = share === 'some';
      }}
      onChange={onToggle}
    />
  </label>
);
