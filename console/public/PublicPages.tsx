/** What stands at the public addresses; none of it is in the bundle of the sign-in. */
import { Route, Switch } from 'wouter';
import { lazyPage } from '../kit/lazyPage.ts';
import { PUBLIC_PATHS } from '../app/publicPaths.ts';
import '../workspace.css';

const Pricing = lazyPage(() => import('./Pricing.tsx'), ['pricing']);
const BusinessRegister = lazyPage(
  () => import('../identity/register/BusinessRegister.tsx'),
  ['businessRegister', 'register'],
);
const Jobs = lazyPage(() => import('./Jobs.tsx'), ['publicJobs']);
const Contact = lazyPage(() => import('./Contact.tsx'), ['contact']);
const Phrasebook = lazyPage(() => import('./guide/Phrasebook.tsx'), ['guide']);
const document = (name: 'terms' | 'privacy' | 'dpa') =>
  lazyPage(async () => {
    const { DocumentScreen } = await import('./DocumentScreen.tsx');
    return { default: () => <DocumentScreen name={name} /> };
  }, [name]);
const Terms = document('terms');
const Privacy = document('privacy');
const Dpa = document('dpa');

export default function PublicPages() {
  return (
    <Switch>
      <Route path={PUBLIC_PATHS.pricing} component={Pricing} />
      <Route path={PUBLIC_PATHS.register} component={BusinessRegister} />
      <Route path={PUBLIC_PATHS.jobs} component={Jobs} />
      <Route path={PUBLIC_PATHS.terms} component={Terms} />
      <Route path={PUBLIC_PATHS.privacy} component={Privacy} />
      <Route path={PUBLIC_PATHS.dpa} component={Dpa} />
      <Route path={PUBLIC_PATHS.translate} component={Phrasebook} />
      <Route path={PUBLIC_PATHS.contact} component={Contact} />
    </Switch>
  );
}
