import type { AdminUser } from '@veldlicht/contract/user';
import {
  BookOpen,
  BriefcaseBusiness,
  CircleHelp,
  DoorOpen,
  FolderOpen,
  Globe,
  History,
  Images,
  LayoutDashboard,
  type LucideIcon,
  Mail,
  Newspaper,
  Settings,
  Star,
  Tags,
  UserRound,
  Users,
} from 'lucide-react';
import type { PlainTextKey } from '#i18n/en.ts';
import { type Area, mayEnter } from '#lib/permissions.ts';

export interface MenuItem {
  label: PlainTextKey;
  icon: LucideIcon;
  /** Address under /admin; without it the item rests. */
  to?: string;
  /** Hidden from roles that may not see it; without it everyone sees it. */
  area?: Area;
  /** How many new things wait there; not shown at 0. */
  badge?: number;
}

/** How many new things wait behind an item, by its label. */
export type MenuBadges = Partial<Record<PlainTextKey, number>>;

/** The menu in groups, parted by a hairline (spec §1, §2). */
export const menuGroups: ReadonlyArray<readonly MenuItem[]> = [
  [
    { label: 'dashboard', icon: LayoutDashboard, to: '/' },
    { label: 'media', icon: Images, to: '/media', area: 'media' },
    { label: 'categoriesAndTags', icon: Tags, to: '/categories', area: 'categories' },
    { label: 'contacts', icon: Mail, to: '/contacts', area: 'contacts' },
    { label: 'publishing', icon: History, to: '/publishing', area: 'publishing' },
    { label: 'users', icon: Users, to: '/users', area: 'users' },
    { label: 'websiteSettings', icon: Globe, to: '/website-settings', area: 'websiteSettings' },
    { label: 'settings', icon: Settings, to: '/settings', area: 'settings' },
  ],
  [
    { label: 'portfolio', icon: FolderOpen },
    { label: 'blogs', icon: BookOpen },
    { label: 'reviews', icon: Star },
    { label: 'customers', icon: UserRound },
    { label: 'caseStudies', icon: BriefcaseBusiness },
    { label: 'newsletterSubscribers', icon: Newspaper },
    { label: 'faqManager', icon: CircleHelp },
  ],
  [{ label: 'customerPortal', icon: DoorOpen }],
];

/** The menu as a person may see it (product decisions §1), with its badges. */
export function menuFor(user: Pick<AdminUser, 'role'>, badges: MenuBadges = {}): MenuItem[][] {
  return menuGroups
    .map((group) =>
      group
        .filter(({ area }) => area === undefined || mayEnter(user, area))
        .map((item) => {
          const badge = badges[item.label];
          return badge === undefined ? item : { ...item, badge };
        }),
    )
    .filter((group) => group.length > 0);
}
