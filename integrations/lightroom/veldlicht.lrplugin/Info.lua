-- Manifest. Catalogues store the identifier: never change it.
return {
  LrSdkVersion = 6.0,
  LrSdkMinimumVersion = 5.0,
  LrToolkitIdentifier = 'org.veldlicht.lightroom.publish',
  LrPluginName = 'Veldlicht',
  LrExportServiceProvider = { title = 'Veldlicht', file = 'Publish.lua' },
  VERSION = { major = 1, minor = 0, revision = 0 },
}
