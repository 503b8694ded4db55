import { zodResolver } from '@hookform/resolvers/zod';
import type { AdminUser } from '@veldlicht/contract/user';
import { useForm } from 'react-hook-form';
import { ApiError } from '#lib/api-error.ts';
import { useOnce } from '#lib/use-once.ts';
import { useCreateUser, useUpdateUser } from './use-user-mutations.ts';
import {
  changedUser,
  editUserForm,
  initialUser,
  newUserForm,
  type UserValues,
} from './user-form-values.ts';

/** The form of one user; null makes a new one. `onSaved` closes the dialog; so does a user that is gone. */
export function useUserForm(user: AdminUser | null, isOwn: boolean, onSaved: () => void) {
  const create = useCreateUser();
  const update = useUpdateUser();
  const form = useForm<UserValues>({
    defaultValues: initialUser(user),
    resolver: zodResolver(user ? editUserForm : newUserForm),
  });

  /** Puts what the server says of single fields beside them. */
  const showRefusal = (error: unknown) => {
    if (!(error instanceof ApiError)) return;
    // Deleted by another admin: there is nothing left to edit.
    if (error.status === 404) onSaved();
    for (const [name, message] of Object.entries(error.fields)) {
      // Cast: checked to be one of the form's own names.
      if (name in form.getValues())
        form.setError(name as keyof UserValues, { message }, { shouldFocus: true });
    }
  };
  const once = useOnce();
  const outcome = { onSuccess: onSaved, onError: showRefusal, onSettled: once.release };

  const submit = form.handleSubmit((values) => {
    if (!user) {
      once.run(() => create.mutate(values, outcome));
      return;
    }
    const patch = changedUser(user, values, isOwn);
    if (Object.keys(patch).length === 0) onSaved();
    else once.run(() => update.mutate({ user, patch }, outcome));
  });

  return { form, submit, isPending: create.isPending || update.isPending };
}
