local texts = {
  en = {
    notEnded = "The session could not be ended. Open the app and change your password.",
    newCountry = "Confirm a sign-in from a country that is new for this account.",
  },
  de = {
    notEnded = "Die Sitzung konnte nicht beendet werden. Öffne die App und ändere dein Passwort.",
    newCountry = "Bestätige eine Anmeldung aus einem Land, das für dieses Konto neu ist.",
  },
  el = {
    notEnded = "Η συνεδρία δεν τερματίστηκε. Άνοιξε την εφαρμογή και άλλαξε τον κωδικό σου.",
    newCountry = "Επιβεβαίωσε μια σύνδεση από χώρα που είναι νέα για αυτόν τον λογαριασμό.",
  },
  hi = {
    notEnded = "सत्र समाप्त नहीं हो सका। ऐप खोलें और अपना पासवर्ड बदलें।",
    newCountry = "ऐसे देश से साइन-इन की पुष्टि करें जो इस खाते के लिए नया है।",
  },
}

-- A function, because the language is known only while a handler runs.
return function()
  return texts[device.language:match("^%a+")] or texts.en
end
