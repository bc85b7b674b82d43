import { Link } from 'wouter';
import { CONTENT_KINDS } from '../../../shared/contract/content/contentKinds.ts';
import { useText } from '../../kit/text/useText.ts';
import { buttonClass } from '../../kit/ui/controls/Button.tsx';
import { Dialog } from '../../kit/ui/overlays/Dialog.tsx';
import { pathOfKind } from './pages.ts';

/** A new item has the fields of its kind: the kind comes first. */
export function KindDialog({ close }: { close: () => void }) {
  const text = useText('localContent');
  return (
    <Dialog title={text('new')} text={text('chooseKind')} close={close}>
      <ul className="grid gap-2 pt-2 sm:grid-cols-2">
        {CONTENT_KINDS.map(kind => (
          <li key={kind}>
            <Link href={`${pathOfKind(kind)}?new=1`} className={`${buttonClass('outline')} w-full`}>
              {text(`values.${kind}`)}
            </Link>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
