/** Plays and what is disputed of them, side by side, for whoever may read both. */
import { PATHS } from '../../app/paths.ts';
import { useText } from '../../kit/text/useText.ts';
import { PageTabs } from '../../kit/ui/controls/PageTabs.tsx';
import { useCanAccess } from '../../kit/useSave.ts';

export function PlayTabs() {
  const text = useText('plays');
  const canAccess = useCanAccess();
  if (!canAccess('billing', 'R')) return null;
  return (
    <PageTabs
      label={text('pages.label')}
      tabs={[
        { href: PATHS.plays, label: text('pages.plays') },
        { href: PATHS.disputes, label: text('pages.disputes') },
      ]}
    />
  );
}
