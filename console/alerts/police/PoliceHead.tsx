import { PATHS } from '../../app/paths.ts';
import { useText } from '../../kit/text/useText.ts';
import { PageTabs } from '../../kit/ui/controls/PageTabs.tsx';
import { OfflineNotice } from '../emergency/OfflineNotice.tsx';

/** Keys, and the partners they belong to. */
export function PoliceHead() {
  const text = useText('policeKeys');
  return (
    <>
      <OfflineNotice />
      <p className="mb-3 max-w-[80ch] text-ink-2">{text('about')}</p>
      <PageTabs
        label={text('tabs.label')}
        tabs={[
          { href: PATHS.policeKeys, label: text('tabs.keys') },
          { href: PATHS.policeClients, label: text('tabs.clients') },
        ]}
      />
    </>
  );
}
