import { useTranslation } from 'react-i18next';
import { PageTitle } from '../../kit/ui/display/PageTitle.tsx';
import { ProfileSections } from './ProfileSections.tsx';

export default function Profile() {
  const { t } = useTranslation('profile');
  return (
    <>
      <PageTitle>{t('title')}</PageTitle>
      <ProfileSections />
    </>
  );
}
