import type { InvitationAnswer } from '@veldlicht/contract/access-link';
import { useTranslation } from 'react-i18next';
import { Button } from '#components/ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '#components/ui/dialog.tsx';
import { Field } from '#components/ui/field.tsx';
import { TextInput } from '#components/ui/text-input.tsx';
import { CopyButton } from '#features/account/two-factor-set-up.tsx';

/** The link of an invitation, for the only time that it is known; where mail is set up it was mailed. */
export function InvitationLink({
  answer,
  onClose,
}: {
  answer: InvitationAnswer & { link: string };
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { user, link } = answer;
  const name = user.username;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('invitationMade')}
      description={t('invitationLinkText', { name })}
    >
      <DialogBody>
        <Field label={t('invitationLink', { name })}>
          <TextInput
            readOnly
            value={link}
            onFocus={({ target }) => target.select()}
            className="font-mono"
          />
        </Field>
      </DialogBody>
      <DialogFooter>
        <CopyButton text={link} label={t('copyLink')} />
        <Button size="sm" onClick={onClose}>
          {t('linkCopied')}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
