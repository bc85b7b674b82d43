import type { Share } from './selection.ts';

interface ChooseBoxProps {
  label: string;
  share: Share;
  onToggle: () => void;
}

/** A box of 48 px around its sign; half chosen where only some are. */
export const ChooseBox = ({ label, share, onToggle }: ChooseBoxProps) => (
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
