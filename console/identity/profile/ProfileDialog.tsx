/** The profile of those whose role leaves them out of the admin area, where its page is (OPEN-USER-04). */
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../kit/ui/overlays/Dialog.tsx';
import { ProfileSections } from './ProfileSections.tsx';

export default function ProfileDialog({ close }: { close: () => void }) {
  const { t } = useTranslation('profile');
  return (
    <Dialog title={t('title')} close={close} wide>
      <ProfileSections />
    </Dialog>
  );
}
