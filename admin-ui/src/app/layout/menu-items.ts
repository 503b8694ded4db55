import {
  BookOpen,
  BriefcaseBusiness,
  CircleHelp,
  DoorOpen,
  FolderOpen,
  Globe,
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

export interface MenuItem {
  label: PlainTextKey;
  icon: LucideIcon;
  /** Address under /admin; without it the item rests. */
  to?: string;
}

/** The menu in groups, parted by a hairline (spec §1, §2). */
export const menuGroups: ReadonlyArray<readonly MenuItem[]> = [
  [
    { label: 'dashboard', icon: LayoutDashboard, to: '/' },
    { label: 'media', icon: Images, to: '/media' },
    { label: 'categoriesAndTags', icon: Tags },
    { label: 'contacts', icon: Mail },
    { label: 'users', icon: Users },
    { label: 'websiteSettings', icon: Globe },
    { label: 'settings', icon: Settings },
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
