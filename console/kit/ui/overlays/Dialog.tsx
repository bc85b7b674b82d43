import clsx from 'clsx';
import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { useState, type KeyboardEvent as ReactKeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../controls/Button.tsx';
import { focusOrigin, restoreFocus } from './focusOrigin.ts';

interface DialogProps {
  title: string;
  /** Read with the title. */
  text?: string;
  close: () => void;
  wide?: boolean;
  /** The element that gets the focus back; the focused one at opening by default. */
  origin?: HTMLElement | null;
  children?: ReactNode;
}

const isOpenCombobox = (target: EventTarget) =>
  target instanceof Element && target.matches('[role=combobox][aria-expanded=true]');
/** The first Escape closes an open combobox list, not the dialog. */
const keepOpenForCombobox = (event: KeyboardEvent) => {
  if (event.target && isOpenCombobox(event.target)) event.preventDefault();
};
/**
 * Radix gives Escape to its topmost layer alone, and a toast is one: for as long as it stands, the dialog that has the
 * focus would not close.
 */
const closeUnderToast = (close: () => void) => (event: ReactKeyboardEvent) => {
  if (event.key !== 'Escape' || event.defaultPrevented || isOpenCombobox(event.target)) return;
  event.preventDefault();
  close();
};

/** What has `data-autofocus` is focused first: over a sheet, `autoFocus` alone is taken back by the sheet. */
const focusWanted = (event: Event) => {
  const wanted = (event.currentTarget as Element).querySelector<HTMLElement>('[data-autofocus]');
  if (!wanted) return;
  event.preventDefault();
  wanted.focus();
};

/** A centred modal dialog; open as long as it is rendered. */
export function Dialog({ title, text, close, wide = false, origin, children }: DialogProps) {
  const [focusBefore] = useState(() => origin ?? focusOrigin());
  return (
    <Radix.Root open onOpenChange={open => !open && close()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-30 bg-black/50" />
        <Radix.Content
          data-layer="dialog"
          onEscapeKeyDown={keepOpenForCombobox}
          onKeyDown={closeUnderToast(close)}
          onOpenAutoFocus={focusWanted}
          onCloseAutoFocus={restoreFocus(focusBefore)}
          className={clsx(
            'fixed inset-x-0 bottom-0 z-30 mx-auto flex max-h-[92dvh] scroll-pb-20 flex-col overflow-y-auto rounded-t-panel bg-raised shadow-float sm:top-[8vh] sm:bottom-auto sm:max-h-[84vh] sm:rounded-panel',
            wide ? 'sm:max-w-[960px]' : 'sm:max-w-[520px]',
          )}
          {...(text === undefined ? { 'aria-describedby': undefined } : {})}
        >
          <DialogHead title={title} />
          {text !== undefined && (
            <Radix.Description className="px-6 pb-2 text-ink-2">{text}</Radix.Description>
          )}
          <div className="px-6 pt-2 pb-6">{children}</div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function DialogHead({ title, mark }: Pick<SheetProps, 'title' | 'mark'>) {
  const { t } = useTranslation();
  return (
    <div className="flex items-start gap-3 pt-3 pr-3 pl-6">
      <Radix.Title className="min-w-0 flex-1 py-3 text-20 break-words">{title}</Radix.Title>
      {mark && <span className="py-3.5 empty:hidden">{mark}</span>}
      <Radix.Close asChild>
        <IconButton label={t('close')}>
          <X size={20} aria-hidden />
        </IconButton>
      </Radix.Close>
    </div>
  );
}

interface SheetProps extends Omit<DialogProps, 'text' | 'wide' | 'origin'> {
  /** Beside the title. */
  mark?: ReactNode;
}
/** A side sheet at the right edge; full screen on narrow screens. */
export function Sheet({ title, mark, close, children }: SheetProps) {
  const [focusBefore] = useState(focusOrigin);
  return (
    <Radix.Root open onOpenChange={open => !open && close()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-20 bg-black/30" />
        <Radix.Content
          data-layer="sheet"
          aria-describedby={undefined}
          onEscapeKeyDown={keepOpenForCombobox}
          onKeyDown={closeUnderToast(close)}
          onCloseAutoFocus={restoreFocus(focusBefore)}
          className="fixed inset-y-0 right-0 z-20 w-full overflow-y-auto border-l border-line bg-surface shadow-float [--ground:var(--surface)] sm:w-[560px]"
        >
          <div className="sticky top-0 z-10 border-b border-line bg-surface pb-2">
            <DialogHead title={title} mark={mark} />
          </div>
          <div className="px-6 py-5">{children}</div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

interface ConfirmProps {
  title: string;
  text: string;
  action: ReactNode;
  close: () => void;
}

/** A confirmation dialog; the action button names what will happen. */
export function Confirm({ title, text, action, close }: ConfirmProps) {
  return (
    <Dialog title={title} text={text} close={close}>
      <div className="flex flex-wrap justify-end gap-2 pt-3">{action}</div>
    </Dialog>
  );
}
