import type { SelectedShare } from './selection.ts';

interface SelectionCheckboxProps {
  label: string;
  share: SelectedShare;
  onToggle: () => void;
}

/** A 48 px target that reaches into the rows above and below where they are lower; indeterminate when only some rows are selected. */
export const SelectionCheckbox = ({ label, share, onToggle }: SelectionCheckboxProps) => (
  <label className="-my-[3px] grid size-12 cursor-pointer place-items-center pointer-coarse:my-0">
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
