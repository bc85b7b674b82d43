import { CalendarDays } from 'lucide-react';
import { useRef } from 'react';
import { IconButton } from '../../../ui/controls/Button.tsx';

interface PickerButtonProps {
  type: 'date' | 'datetime-local';
  label: string;
  value: string;
  min?: string;
  max?: string;
  disabled: boolean;
  onPick: (value: string) => void;
}

/** The browser's own calendar; the field beside it is what is typed into and read out. */
export function PickerButton({ label, disabled, onPick, ...rest }: PickerButtonProps) {
  const native = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        {...rest}
        ref={native}
        tabIndex={-1}
        aria-hidden="true"
        disabled={disabled}
        onChange={event => event.target.value !== '' && onPick(event.target.value)}
        className="pointer-events-none absolute right-0 bottom-0 h-12 w-12 opacity-0"
      />
      <IconButton
        label={label}
        disabled={disabled}
        className="absolute top-0 right-0"
        onClick={() => native.current?.showPicker()}
      >
        <CalendarDays size={20} aria-hidden />
      </IconButton>
    </>
  );
}
