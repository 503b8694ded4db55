import type { AdminUser } from '@veldlicht/contract/user';
import {
  Bird,
  BookOpen,
  BriefcaseBusiness,
  ChartNoAxesColumn,
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
  ScanEye,
  Settings,
  ShieldCheck,
  Star,
  Tags,
  UserRound,
  Users,
} from 'lucide-react';
import type { PlainTextKey } from '#i18n/en.ts';
import { type Area, mayEnter } from '#lib/permissions.ts';

/** Without `to` (a path under /admin) an item is disabled; without `area` every role sees it. */
export interface MenuItem {
  label: PlainTextKey;
  icon: LucideIcon;
  to?: string;
  area?: Area;
}

const menuItems: readonly MenuItem[] = [
  { label: 'dashboard', icon: LayoutDashboard, to: '/' },
  { label: 'visits', icon: ChartNoAxesColumn, to: '/visits', area: 'visits' },
  { label: 'media', icon: Images, to: '/media', area: 'media' },
  { label: 'categoriesAndTags', icon: Tags, to: '/categories', area: 'categories' },
  { label: 'portfolio', icon: FolderOpen, to: '/series', area: 'series' },
  { label: 'blogs', icon: BookOpen, to: '/notes', area: 'notes' },
  { label: 'species', icon: Bird, to: '/species', area: 'species' },
  { label: 'guardList', icon: ShieldCheck, to: '/guard', area: 'guard' },
  { label: 'leakReport', icon: ScanEye, to: '/leaks', area: 'guard' },
  { label: 'contacts', icon: Mail, to: '/contacts', area: 'contacts' },
  { label: 'publishing', icon: History, to: '/publishing', area: 'publishing' },
  { label: 'users', icon: Users, to: '/users', area: 'users' },
  { label: 'websiteSettings', icon: Globe, to: '/website-settings', area: 'websiteSettings' },
  { label: 'settings', icon: Settings, to: '/settings', area: 'settings' },
];

/** Placeholders of spec §1, behind one button. */
export const laterItems: readonly MenuItem[] = [
  { label: 'reviews', icon: Star },
  { label: 'customers', icon: UserRound },
  { label: 'caseStudies', icon: BriefcaseBusiness },
  { label: 'newsletterSubscribers', icon: Newspaper },
  { label: 'faqManager', icon: CircleHelp },
  { label: 'customerPortal', icon: DoorOpen },
];

/** The items that a role may see. */
export function menuFor(user: Pick<AdminUser, 'role'>): MenuItem[] {
  return menuItems.filter(({ area }) => area === undefined || mayEnter(user, area));
}
