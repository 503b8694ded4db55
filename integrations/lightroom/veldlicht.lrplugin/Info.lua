-- What Lightroom Classic reads first. The identifier is part of every catalogue that publishes: it never changes.
return {
  LrSdkVersion = 6.0,
  LrSdkMinimumVersion = 5.0,
  LrToolkitIdentifier = 'org.veldlicht.lightroom.publish',
  LrPluginName = 'Veldlicht',
  LrExportServiceProvider = { title = 'Veldlicht', file = 'Publish.lua' },
  VERSION = { major = 1, minor = 0, revision = 0 },
}
