<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en">
 <context>
  <name>AboutDialog</name>
  <message>
   <source>&amp;Parts and their licences</source>
   <translation>&amp;Bestandteile und ihre Lizenzen</translation>
  </message>
  <message>
   <source>About kgdesk</source>
   <translation>Über kgdesk</translation>
  </message>
  <message>
   <source>Finds the best of many candidate experiments from successes and failures. BSD-3-Clause.</source>
   <translation>Findet den besten von vielen möglichen Versuchen aus Erfolgen und Fehlschlägen. BSD-3-Clause.</translation>
  </message>
  <message>
   <source>Licence</source>
   <translation>Lizenz</translation>
  </message>
  <message>
   <source>Part</source>
   <translation>Bestandteil</translation>
  </message>
  <message>
   <source>kgdesk {version}</source>
   <translation>kgdesk {version}</translation>
  </message>
 </context>
 <context>
  <name>Adaptors</name>
  <message>
   <source>Component {place}</source>
   <translation>Komponente {place}</translation>
  </message>
  <message>
   <source>The outcomes so far do not tell a bend from a straight line.</source>
   <translation>Die bisherigen Ergebnisse lassen offen, ob der Verlauf gekrümmt oder gerade ist.</translation>
  </message>
  <message>
   <source>The outcomes so far favour a bend, {odds} to 1.</source>
   <translation>Die bisherigen Ergebnisse sprechen für eine Krümmung, {odds} zu 1.</translation>
  </message>
  <message>
   <source>The outcomes so far favour a straight line, {odds} to 1.</source>
   <translation>Die bisherigen Ergebnisse sprechen für eine Gerade, {odds} zu 1.</translation>
  </message>
  <message>
   <source>bend, per deviation over the candidates</source>
   <translation>Krümmung, je Standardabweichung über die Kandidaten</translation>
  </message>
  <message>
   <source>component {place}: {share} of the variation</source>
   <translation>Komponente {place}: {share} der Streuung</translation>
  </message>
  <message>
   <source>correlated model</source>
   <translation>korreliertes Modell</translation>
  </message>
  <message>
   <source>model of the paper</source>
   <translation>Modell der Veröffentlichung</translation>
  </message>
  <message>
   <source>more than {number}</source>
   <translation>mehr als {number}</translation>
  </message>
  <message>
   <source>recommended model</source>
   <translation>empfohlenes Modell</translation>
  </message>
  <message>
   <source>times {factor}</source>
   <translation>mal {factor}</translation>
  </message>
  <message>
   <source>where it is so</source>
   <translation>wo das zutrifft</translation>
  </message>
 </context>
 <context>
  <name>AgainStrip</name>
  <message>
   <source>Run it {count} times at once: worth {together} points, one run {alone}.</source>
   <translation>{count}-mal auf einmal ausführen: {together} Punkte wert, ein Versuch {alone}.</translation>
  </message>
  <message>
   <source>Take {candidate}</source>
   <translation>{candidate} nehmen</translation>
  </message>
  <message>
   <source>worth more when run {count} times at once</source>
   <translation>mehr wert, wenn {count}-mal auf einmal ausgeführt</translation>
  </message>
  <message>
   <source>{count} runs of {candidate} at once are worth {together} points; one run of {other} is worth {alone}.</source>
   <translation>{count} Versuche mit {candidate} auf einmal sind {together} Punkte wert; ein Versuch mit {other} ist {alone} wert.</translation>
  </message>
 </context>
 <context>
  <name>AgreementCard</name>
  <message>
   <source>A policy is a rule by which the next candidate is chosen. Each row is one policy with the candidate that it would take at this moment; a check mark says that it is the one that this study suggests. The dot is the success that we expect of that candidate, the bar its range, by the belief of this study. Policies that draw (marked with ~) could take another one at another time. That policies agree is no proof that they are right: rehearse the study to compare them.</source>
   <translation>Eine Auswahlregel bestimmt, welcher Kandidat als nächster an die Reihe kommt. Jede Zeile ist eine Regel mit dem Kandidaten, den sie jetzt nähme; ein Häkchen steht bei dem, den diese Studie vorschlägt. Der Punkt ist die Erfolgsaussicht dieses Kandidaten, der Balken ihr Bereich, nach dem Modell dieser Studie. Regeln, die losen (mit ~ bezeichnet), nähmen ein anderes Mal vielleicht einen anderen. Dass Regeln übereinstimmen, beweist nicht, dass sie recht haben: Spielen Sie die Studie durch, um sie zu vergleichen.</translation>
  </message>
  <message>
   <source>Agrees</source>
   <translation>Stimmt überein</translation>
  </message>
  <message>
   <source>Candidate</source>
   <translation>Kandidat</translation>
  </message>
  <message>
   <source>Chance</source>
   <translation>Zufall</translation>
  </message>
  <message>
   <source>Expected success</source>
   <translation>Erfolgsaussicht</translation>
  </message>
  <message>
   <source>Expected success {estimate} ({level} range {range})</source>
   <translation>Erfolgsaussicht {estimate} ({level}-Bereich {range})</translation>
  </message>
  <message>
   <source>How it chooses</source>
   <translation>Wie sie wählt</translation>
  </message>
  <message>
   <source>No two of the others agree.</source>
   <translation>Von den anderen stimmen keine zwei überein.</translation>
  </message>
  <message>
   <source>Policies</source>
   <translation>Auswahlregeln</translation>
  </message>
  <message>
   <source>Policy</source>
   <translation>Auswahlregel</translation>
  </message>
  <message>
   <source>The others are being asked.</source>
   <translation>Die anderen werden noch befragt.</translation>
  </message>
  <message>
   <source>The policies are being asked.</source>
   <translation>Die Auswahlregeln werden befragt.</translation>
  </message>
  <message>
   <source>Value of testing (points)</source>
   <translation>Wert eines Versuchs (Punkte)</translation>
  </message>
  <message>
   <source>Which candidate would each policy take now?</source>
   <translation>Welchen Kandidaten nähme jede Auswahlregel jetzt?</translation>
  </message>
  <message>
   <source>bar: {level} range</source>
   <translation>Balken: {level}-Bereich</translation>
  </message>
  <message>
   <source>dot: expected success of its candidate</source>
   <translation>Punkt: Erfolgsaussicht des gewählten Kandidaten</translation>
  </message>
  <message>
   <source>draws</source>
   <translation>lost</translation>
  </message>
  <message>
   <source>not asked, too many candidates: {names}</source>
   <translation>nicht befragt, zu viele Kandidaten: {names}</translation>
  </message>
  <message>
   <source>suggested</source>
   <translation>vorgeschlagen</translation>
  </message>
  <message>
   <source>the suggested one</source>
   <translation>der vorgeschlagene</translation>
  </message>
  <message>
   <source>to</source>
   <translation>bis</translation>
  </message>
  <message>
   <source>{count} agree on {code}.</source>
   <translation>{count} stimmen bei {code} überein.</translation>
  </message>
  <message>
   <source>{level} range from</source>
   <translation>{level}-Bereich von</translation>
  </message>
  <message>
   <source>{same} of {all} policies would take {code}, which is next.</source>
   <translation>{same} von {all} Auswahlregeln nähmen {code}, der als nächster ansteht.</translation>
  </message>
 </context>
 <context>
  <name>AttributeList</name>
  <message>
   <source>Attributes of the candidate</source>
   <translation>Merkmale des Kandidaten</translation>
  </message>
 </context>
 <context>
  <name>BestCard</name>
  <message>
   <source>Best</source>
   <translation>Bester</translation>
  </message>
  <message>
   <source>Best after it</source>
   <translation>Danach bester</translation>
  </message>
  <message>
   <source>Expected success</source>
   <translation>Erfolgsaussicht</translation>
  </message>
  <message>
   <source>No outcomes yet. After the first run this shows which candidate is best and why it changed.</source>
   <translation>Noch keine Ergebnisse. Nach dem ersten Versuch steht hier, welcher Kandidat der beste ist und wodurch sich das änderte.</translation>
  </message>
  <message>
   <source>Outcome</source>
   <translation>Ergebnis</translation>
  </message>
  <message>
   <source>Run</source>
   <translation>Versuch</translation>
  </message>
  <message>
   <source>Run {run}: {tested} {outcome}
Best after it: {code}, {estimate} ({level} range {range})</source>
   <translation>Versuch {run}: {tested} {outcome}
Danach bester: {code}, {estimate} ({level}-Bereich {range})</translation>
  </message>
  <message>
   <source>Tested</source>
   <translation>Geprüft</translation>
  </message>
  <message>
   <source>The line is the success that we expected, after each run, of the candidate that was best then; the bar is the range in which it probably lay. The sign on the line is the outcome of that run, a triangle above says that another candidate became the best. This is what was believed at the time and not a learning curve: nobody knows the true best. A click on a run shows the state after it.</source>
   <translation>Die Linie ist nach jedem Versuch die Erfolgsaussicht des Kandidaten, der damals der beste war; der Balken ist der Bereich, in dem sie vermutlich lag. Das Zeichen auf der Linie ist das Ergebnis des Versuchs, ein Dreieck darüber zeigt, dass ein anderer Kandidat der beste wurde. Dies ist der damalige Kenntnisstand und keine Lernkurve: Den wahren Besten kennt niemand. Ein Klick auf einen Versuch zeigt den Stand danach.</translation>
  </message>
  <message>
   <source>Which candidate was best after each run?</source>
   <translation>Welcher Kandidat war nach jedem Versuch der beste?</translation>
  </message>
  <message>
   <source>band: {level} range</source>
   <translation>Band: {level}-Bereich</translation>
  </message>
  <message>
   <source>bar: {level} range</source>
   <translation>Balken: {level}-Bereich</translation>
  </message>
  <message>
   <source>best changes</source>
   <translation>Bester wechselt</translation>
  </message>
  <message>
   <source>changed</source>
   <translation>geändert</translation>
  </message>
  <message>
   <source>failure</source>
   <translation>Fehlschlag</translation>
  </message>
  <message>
   <source>success</source>
   <translation>Erfolg</translation>
  </message>
  <message>
   <source>to</source>
   <translation>bis</translation>
  </message>
  <message>
   <source>void</source>
   <translation>ungültig</translation>
  </message>
  <message>
   <source>{code} became best with run {run}: {estimate} ({level} range {range}).</source>
   <translation>{code} wurde mit Versuch {run} der beste: {estimate} ({level}-Bereich {range}).</translation>
  </message>
  <message>
   <source>{code} has been best since run {run}, now {estimate} ({level} range {range}).</source>
   <translation>{code} ist seit Versuch {run} der beste, jetzt {estimate} ({level}-Bereich {range}).</translation>
  </message>
  <message>
   <source>{level} range from</source>
   <translation>{level}-Bereich von</translation>
  </message>
 </context>
 <context>
  <name>CandidateDetails</name>
  <message>
   <source>After {outcome}, {best} would become the best ({estimate}).</source>
   <translation>Nach {outcome} wäre {best} der beste ({estimate}).</translation>
  </message>
  <message>
   <source>After {outcome}, {best} would stay the best ({estimate}).</source>
   <translation>Nach {outcome} bliebe {best} der beste ({estimate}).</translation>
  </message>
  <message>
   <source>Attribute</source>
   <translation>Merkmal</translation>
  </message>
  <message>
   <source>Attributes of the candidate</source>
   <translation>Merkmale des Kandidaten</translation>
  </message>
  <message>
   <source>C&amp;lose details</source>
   <translation>Ein&amp;zelheiten schließen</translation>
  </message>
  <message>
   <source>Candidate</source>
   <translation>Kandidat</translation>
  </message>
  <message>
   <source>Details of {code}</source>
   <translation>Einzelheiten zu {code}</translation>
  </message>
  <message>
   <source>Expected success {estimate} ({level} range {range}).</source>
   <translation>Erfolgsaussicht {estimate} ({level}-Bereich {range}).</translation>
  </message>
  <message>
   <source>Not tried yet.</source>
   <translation>Noch nicht geprüft.</translation>
  </message>
  <message>
   <source>Out of stock: neither suggested nor chosen.</source>
   <translation>Nicht verfügbar: wird weder vorgeschlagen noch gewählt.</translation>
  </message>
  <message>
   <source>The estimates are being worked out.</source>
   <translation>Die Schätzwerte werden berechnet.</translation>
  </message>
  <message>
   <source>Tried: {count} ({successes} {success}, {failures} {failure}).</source>
   <translation>Geprüft: {count} ({successes} {success}, {failures} {failure}).</translation>
  </message>
  <message>
   <source>Value</source>
   <translation>Wert</translation>
  </message>
  <message>
   <source>Value of testing: {value} points.</source>
   <translation>Wert eines Versuchs: {value} Punkte.</translation>
  </message>
 </context>
 <context>
  <name>CandidateTable</name>
  <message>
   <source>Candidate</source>
   <translation>Kandidat</translation>
  </message>
  <message>
   <source>Expected success</source>
   <translation>Erfolgsaussicht</translation>
  </message>
  <message>
   <source>How much one run of it is expected to improve the final choice.</source>
   <translation>Um wie viel ein Versuch damit die endgültige Wahl voraussichtlich verbessert.</translation>
  </message>
  <message>
   <source>Mark</source>
   <translation>Kennzeichen</translation>
  </message>
  <message>
   <source>Runs with a usable result; voids do not count.</source>
   <translation>Versuche mit brauchbarem Ergebnis; ungültige zählen nicht.</translation>
  </message>
  <message>
   <source>Successes</source>
   <translation>Erfolge</translation>
  </message>
  <message>
   <source>The success that is probable, from 0 to 100 %; the mark is the expected success. Sorted by the width of the range.</source>
   <translation>Wahrscheinlicher Bereich des Erfolgs, von 0 bis 100 %; die Marke ist die Erfolgsaussicht. Sortiert nach der Breite des Bereichs.</translation>
  </message>
  <message>
   <source>Tried</source>
   <translation>Geprüft</translation>
  </message>
  <message>
   <source>Value of testing (points)</source>
   <translation>Wert eines Versuchs (Punkte)</translation>
  </message>
  <message>
   <source>Width {width}</source>
   <translation>Breite {width}</translation>
  </message>
  <message>
   <source>in progress</source>
   <translation>läuft</translation>
  </message>
  <message>
   <source>skipped</source>
   <translation>übersprungen</translation>
  </message>
  <message>
   <source>{level} range</source>
   <translation>{level}-Bereich</translation>
  </message>
  <message>
   <source>{raw} points before rounding: the calculation is an approximation, and below zero it means that nothing is to be learnt from this run.</source>
   <translation>{raw} Punkte vor dem Runden: Die Rechnung ist eine Näherung, und unter null bedeutet, dass dieser Versuch nichts Neues zeigt.</translation>
  </message>
  <message>
   <source>□ is the next experiment, ○ the current best. Out of stock: neither suggested nor chosen. Skipped: suggested again after the next run.</source>
   <translation>□ ist der nächste Versuch, ○ der aktuell beste Kandidat. Nicht verfügbar: weder vorgeschlagen noch gewählt. Übersprungen: wird nach dem nächsten Versuch wieder vorgeschlagen.</translation>
  </message>
  <message>
   <source>□ next</source>
   <translation>□ nächster</translation>
  </message>
  <message>
   <source>○ best</source>
   <translation>○ bester</translation>
  </message>
  <message>
   <source>✕ out of stock</source>
   <translation>✕ nicht verfügbar</translation>
  </message>
 </context>
 <context>
  <name>Candidates</name>
  <message>
   <source>Candidate</source>
   <translation>Kandidat</translation>
  </message>
  <message>
   <source>Expected success</source>
   <translation>Erfolgsaussicht</translation>
  </message>
  <message>
   <source>Loss (points)</source>
   <translation>Verlust (Punkte)</translation>
  </message>
  <message>
   <source>Value of testing</source>
   <translation>Wert eines Versuchs</translation>
  </message>
  <message>
   <source>in progress</source>
   <translation>läuft</translation>
  </message>
  <message>
   <source>skipped</source>
   <translation>übersprungen</translation>
  </message>
  <message>
   <source>✕ out of stock</source>
   <translation>✕ nicht verfügbar</translation>
  </message>
 </context>
 <context>
  <name>CandidatesPage</name>
  <message>
   <source>&amp;File</source>
   <translation>&amp;Datei</translation>
  </message>
  <message>
   <source>(pasted table)</source>
   <translation>(eingefügte Tabelle)</translation>
  </message>
  <message>
   <source>B&amp;rowse…</source>
   <translation>D&amp;urchsuchen…</translation>
  </message>
  <message>
   <source>File with the candidates</source>
   <translation>Datei mit den Kandidaten</translation>
  </message>
  <message>
   <source>Pas&amp;te table</source>
   <translation>&amp;Tabelle einfügen</translation>
  </message>
  <message>
   <source>Table of candidates</source>
   <translation>Tabelle der Kandidaten</translation>
  </message>
  <message>
   <source>Tables (*.csv *.tsv *.txt *.xlsx *.xlsm);;All files (*)</source>
   <translation>Tabellen (*.csv *.tsv *.txt *.xlsx *.xlsm);;Alle Dateien (*)</translation>
  </message>
  <message>
   <source>The first {count} are shown.</source>
   <translation>Die ersten {count} sind zu sehen.</translation>
  </message>
  <message>
   <source>The pasted table</source>
   <translation>Die eingefügte Tabelle</translation>
  </message>
  <message>
   <source>The table of all experiments that could be run: one row for each candidate, headings in the first row.</source>
   <translation>Die Tabelle aller möglichen Versuche: eine Zeile je Kandidat, Überschriften in der ersten Zeile.</translation>
  </message>
  <message>
   <source>Type or drop a CSV or Excel file, then Enter</source>
   <translation>CSV- oder Excel-Datei eingeben oder hierher ziehen, dann Eingabetaste</translation>
  </message>
  <message>
   <source>{cell} is read as {number}.</source>
   <translation>{cell} wird als {number} gelesen.</translation>
  </message>
  <message>
   <source>{rows} rows, {columns} columns.</source>
   <translation>{rows} Zeilen, {columns} Spalten.</translation>
  </message>
 </context>
 <context>
  <name>CandidatesTab</name>
  <message>
   <source>Bac&amp;k in stock…</source>
   <translation>Wieder verfügba&amp;r…</translation>
  </message>
  <message>
   <source>Candidates</source>
   <translation>Kandidaten</translation>
  </message>
  <message>
   <source>Choose columns</source>
   <translation>Spalten wählen</translation>
  </message>
  <message>
   <source>Code, location or category</source>
   <translation>Code, Lagerort oder Kategorie</translation>
  </message>
  <message>
   <source>Col&amp;umns</source>
   <translation>S&amp;palten</translation>
  </message>
  <message>
   <source>Estimates of the state after run {run}.</source>
   <translation>Schätzwerte nach Versuch {run}.</translation>
  </message>
  <message>
   <source>F&amp;ind:</source>
   <translation>S&amp;uchen:</translation>
  </message>
  <message>
   <source>Find candidates</source>
   <translation>Kandidaten suchen</translation>
  </message>
  <message>
   <source>Shorten what you look for, or press Esc in the field.</source>
   <translation>Kürzen Sie den Suchtext, oder drücken Sie Esc im Suchfeld.</translation>
  </message>
  <message>
   <source>Take out of stoc&amp;k…</source>
   <translation>Nicht verfü&amp;gbar…</translation>
  </message>
  <message>
   <source>The estimates are being worked out; they appear here by themselves.</source>
   <translation>Die Schätzwerte werden berechnet; sie erscheinen hier von selbst.</translation>
  </message>
  <message>
   <source>{count} candidates.</source>
   <translation>{count} Kandidaten.</translation>
  </message>
  <message>
   <source>{rows} of {count} candidates found.</source>
   <translation>{rows} von {count} Kandidaten gefunden.</translation>
  </message>
 </context>
 <context>
  <name>CheckPage</name>
  <message>
   <source>Attributes</source>
   <translation>Merkmale</translation>
  </message>
  <message>
   <source>Bro&amp;wse…</source>
   <translation>D&amp;urchsuchen…</translation>
  </message>
  <message>
   <source>Candidates</source>
   <translation>Kandidaten</translation>
  </message>
  <message>
   <source>Choose a folder.</source>
   <translation>Wählen Sie einen Ordner.</translation>
  </message>
  <message>
   <source>F&amp;older</source>
   <translation>&amp;Ordner</translation>
  </message>
  <message>
   <source>Folder of the study</source>
   <translation>Ordner der Studie</translation>
  </message>
  <message>
   <source>Kept with the data</source>
   <translation>Mit den Daten aufbewahrt</translation>
  </message>
  <message>
   <source>Known already</source>
   <translation>Bereits bekannt</translation>
  </message>
  <message>
   <source>Line {line} ({candidate}): {reason}</source>
   <translation>Zeile {line} ({candidate}): {reason}</translation>
  </message>
  <message>
   <source>Name and place</source>
   <translation>Name und Ort</translation>
  </message>
  <message>
   <source>New study</source>
   <translation>Neue Studie</translation>
  </message>
  <message>
   <source>O&amp;perator</source>
   <translation>Be&amp;diener:in</translation>
  </message>
  <message>
   <source>Operator</source>
   <translation>Bediener:in</translation>
  </message>
  <message>
   <source>Outcomes</source>
   <translation>Ergebnisse</translation>
  </message>
  <message>
   <source>Planned runs</source>
   <translation>Geplante Versuche</translation>
  </message>
  <message>
   <source>Row {line} ({candidate}): {reason}</source>
   <translation>Zeile {line} ({candidate}): {reason}</translation>
  </message>
  <message>
   <source>Rows left out and what was noticed</source>
   <translation>Ausgelassene Zeilen und was auffiel</translation>
  </message>
  <message>
   <source>Stud&amp;y name</source>
   <translation>&amp;Name der Studie</translation>
  </message>
  <message>
   <source>The file will be {path}</source>
   <translation>Die Datei wird {path}</translation>
  </message>
  <message>
   <source>This folder is copied to other computers by a program of its own, which can damage a study that is open. Choose a folder of this computer.</source>
   <translation>Dieser Ordner wird von einem eigenen Programm auf andere Rechner kopiert; das kann eine offene Studie beschädigen. Wählen Sie einen Ordner dieses Rechners.</translation>
  </message>
  <message>
   <source>This folder lies on the network, where a study is not safe. Choose a folder of this computer.</source>
   <translation>Dieser Ordner liegt im Netz, wo eine Studie nicht sicher ist. Wählen Sie einen Ordner dieses Rechners.</translation>
  </message>
  <message>
   <source>What will be in it</source>
   <translation>Was sie enthalten wird</translation>
  </message>
  <message>
   <source>Your name or initials; they are written with every entry</source>
   <translation>Ihr Name oder Kürzel; steht bei jedem Eintrag</translation>
  </message>
  <message>
   <source>not sure, a neutral start</source>
   <translation>nicht sicher, neutraler Beginn</translation>
  </message>
  <message>
   <source>of 100 candidates about {rate} succeed</source>
   <translation>von 100 Kandidaten haben etwa {rate} Erfolg</translation>
  </message>
  <message>
   <source>{count} past outcomes: {good} {success}, {bad} {failure}</source>
   <translation>{count} frühere Ergebnisse: {good} {success}, {bad} {failure}</translation>
  </message>
  <message>
   <source>{count}, and {left} rows left out</source>
   <translation>{count}, dazu {left} ausgelassene Zeilen</translation>
  </message>
  <message>
   <source>… and {count} more.</source>
   <translation>… und {count} weitere.</translation>
  </message>
 </context>
 <context>
  <name>CheckRow</name>
  <message>
   <source>What to do</source>
   <translation>Was zu tun ist</translation>
  </message>
  <message>
   <source>What to do: {title}</source>
   <translation>Was zu tun ist: {title}</translation>
  </message>
  <message>
   <source>good to know</source>
   <translation>gut zu wissen</translation>
  </message>
  <message>
   <source>in order</source>
   <translation>in Ordnung</translation>
  </message>
  <message>
   <source>look at this</source>
   <translation>bitte ansehen</translation>
  </message>
  <message>
   <source>not known yet</source>
   <translation>noch nicht bekannt</translation>
  </message>
 </context>
 <context>
  <name>Checks</name>
  <message>
   <source>All {entries} entries are whole and {count} suggestions replay; checked at {time}.</source>
   <translation>Alle {entries} Einträge sind unversehrt, und {count} Vorschläge ergeben sich erneut; geprüft um {time}.</translation>
  </message>
  <message>
   <source>Candidates whose repeated runs disagree: {count}. Noise alone can do that.</source>
   <translation>Kandidaten, deren wiederholte Versuche sich widersprechen: {count}. Das kann allein durch Streuung geschehen.</translation>
  </message>
  <message>
   <source>Do not record into this file. Keep a copy of it as it is, and restore the study from a backup.</source>
   <translation>Tragen Sie nichts mehr in diese Datei ein. Bewahren Sie eine Kopie davon auf, wie sie ist, und stellen Sie die Studie aus einer Sicherung wieder her.</translation>
  </message>
  <message>
   <source>Entries since then: {count}.</source>
   <translation>Einträge seitdem: {count}.</translation>
  </message>
  <message>
   <source>First look at the surprises: wrong entries look like this. If all entries are right, show this to the person who set the study up. The attributes may bend or act together in a way that the model does not know, the prior may be off, or something that is not in the table may have changed. Until then take ranges for too narrow. Where the model is right, such a warning comes in at most 1 of {count} studies.</source>
   <translation>Sehen Sie zuerst die Überraschungen an: So sehen falsche Einträge aus. Sind alle Einträge richtig, zeigen Sie dies der Person, die die Studie angelegt hat. Merkmale können gekrümmt oder gemeinsam auf eine Weise wirken, die das Modell nicht kennt, die Vorannahme kann danebenliegen, oder etwas, das nicht in der Tabelle steht, hat sich geändert. Halten Sie die Bereiche bis dahin für zu schmal. Wo das Modell stimmt, kommt eine solche Warnung höchstens in einer von {count} Studien vor.</translation>
  </message>
  <message>
   <source>In some settings they cover as little as {least}. Take ranges, and the value of testing, for too sure. For a new study choose the recommended belief; this one is kept to compare with the paper.</source>
   <translation>Unter manchen Bedingungen enthalten sie ihn nur in {least}. Halten Sie die Bereiche und den Wert eines Versuchs für zu sicher. Wählen Sie für eine neue Studie das empfohlene Modell; dieses dient dem Vergleich mit der Veröffentlichung.</translation>
  </message>
  <message>
   <source>In the worst setting they cover {least}, in the best {most}: nearly what they say.</source>
   <translation>Unter den ungünstigsten Bedingungen enthalten sie ihn in {least}, unter den günstigsten in {most}: fast wie angegeben.</translation>
  </message>
  <message>
   <source>It was measured with another version of the calculation.</source>
   <translation>Gemessen mit einer anderen Fassung der Rechnung.</translation>
  </message>
  <message>
   <source>Make one: kgdesk calibrate --out FOLDER. It takes about an hour.</source>
   <translation>Erstellen Sie einen: kgdesk calibrate --out ORDNER. Das dauert etwa eine Stunde.</translation>
  </message>
  <message>
   <source>No certificate came with this program for the ranges of this belief.</source>
   <translation>Für die Bereiche dieses Modells liegt dem Programm kein Nachweis bei.</translation>
  </message>
  <message>
   <source>No outcome was unlikely, and no repeated runs disagree.</source>
   <translation>Kein Ergebnis war unwahrscheinlich, und keine wiederholten Versuche widersprechen sich.</translation>
  </message>
  <message>
   <source>No sign in {count} runs that predictions are too sure or lean to one side.</source>
   <translation>In {count} Versuchen kein Anzeichen, dass Vorhersagen zu sicher oder einseitig sind.</translation>
  </message>
  <message>
   <source>Nothing left in the list is expected to change the choice.</source>
   <translation>Kein Kandidat der Liste wird die Wahl voraussichtlich noch ändern.</translation>
  </message>
  <message>
   <source>Nothing yet: go on.</source>
   <translation>Noch nichts: machen Sie weiter.</translation>
  </message>
  <message>
   <source>Nothing.</source>
   <translation>Nichts.</translation>
  </message>
  <message>
   <source>Nothing. Check again before you hand the study over.</source>
   <translation>Nichts. Prüfen Sie erneut, bevor Sie die Studie weitergeben.</translation>
  </message>
  <message>
   <source>Nothing. In each setting the ranges cover between 88 and 92 %.</source>
   <translation>Nichts. Unter allen Bedingungen enthalten die Bereiche den wahren Wert in 88 bis 92 %.</translation>
  </message>
  <message>
   <source>Nothing. With so few runs only gross faults would show: keep an eye on it.</source>
   <translation>Nichts. Bei so wenigen Versuchen fielen nur grobe Mängel auf: Behalten Sie es im Auge.</translation>
  </message>
  <message>
   <source>Nothing: go on with the next experiment as long as a run is worth its cost to you.</source>
   <translation>Nichts: Machen Sie mit dem nächsten Versuch weiter, solange ein Versuch Ihnen seinen Aufwand wert ist.</translation>
  </message>
  <message>
   <source>Nothing: it appears here by itself.</source>
   <translation>Nichts: Es erscheint hier von selbst.</translation>
  </message>
  <message>
   <source>Open each run (click it in the picture, or press Enter in its table) and check the entry: the right button, the right sample? Correct it in History if it is wrong, with the reason. If it is right, leave it: nothing is ever deleted because it was a surprise.</source>
   <translation>Öffnen Sie jeden Versuch (Klick im Bild oder Eingabetaste in seiner Tabelle) und prüfen Sie den Eintrag: die richtige Schaltfläche, die richtige Probe? Ist er falsch, korrigieren Sie ihn im Verlauf und geben Sie den Grund an. Ist er richtig, lassen Sie ihn stehen: Nichts wird gelöscht, nur weil es überrascht hat.</translation>
  </message>
  <message>
   <source>Press “Check the file”: every entry is followed and every suggestion worked out again.</source>
   <translation>Drücken Sie „Datei prüfen“: Jeder Eintrag wird nachvollzogen und jeder Vorschlag neu berechnet.</translation>
  </message>
  <message>
   <source>Ranges of this belief covered {mean} ({level} was meant) in {count} simulated studies a setting.</source>
   <translation>Die Bereiche dieses Modells enthielten den wahren Wert in {mean} (vorgesehen {level}) bei {count} simulierten Studien je Bedingung.</translation>
  </message>
  <message>
   <source>Runs with a prediction: {count}. From {fewest} on, predictions and outcomes are compared.</source>
   <translation>Versuche mit Vorhersage: {count}. Ab {fewest} werden Vorhersagen und Ergebnisse verglichen.</translation>
  </message>
  <message>
   <source>The best next run is expected to improve the choice by {points} points.</source>
   <translation>Der beste nächste Versuch wird die Wahl voraussichtlich um {points} Punkte verbessern.</translation>
  </message>
  <message>
   <source>The best next run is worth {points} points, less than the {stop} points agreed for this study.</source>
   <translation>Der beste nächste Versuch ist {points} Punkte wert, weniger als die {stop} Punkte, die für diese Studie vereinbart sind.</translation>
  </message>
  <message>
   <source>The file was not checked since the study was opened.</source>
   <translation>Die Datei wurde seit dem Öffnen der Studie nicht geprüft.</translation>
  </message>
  <message>
   <source>The pictures show {shown} ranges now; what those cover was not measured.</source>
   <translation>Die Bilder zeigen jetzt {shown}-Bereiche; was diese enthalten, wurde nicht gemessen.</translation>
  </message>
  <message>
   <source>The value of testing is being worked out.</source>
   <translation>Der Wert eines Versuchs wird berechnet.</translation>
  </message>
  <message>
   <source>Unlikely outcomes: {count}, the newest in run {run} ({code}). Check the entry.</source>
   <translation>Unwahrscheinliche Ergebnisse: {count}, das neueste in Versuch {run} ({code}). Prüfen Sie den Eintrag.</translation>
  </message>
  <message>
   <source>You can finish the study (Study menu). Before you rely on the current best, run it a few more times: one run may be worth almost nothing where several together still tell something.</source>
   <translation>Sie können die Studie abschließen (Menü Studie). Bevor Sie sich auf den aktuell besten Kandidaten verlassen, wiederholen Sie ihn einige Male: Ein Versuch kann fast wertlos sein, wo mehrere zusammen noch etwas zeigen.</translation>
  </message>
  <message>
   <source>{what} The outcomes are {times} times likelier under predictions that allow for it.</source>
   <translation>{what} Die Ergebnisse sind {times}-mal wahrscheinlicher unter Vorhersagen, die das berücksichtigen.</translation>
  </message>
 </context>
 <context>
  <name>ChecksTab</name>
  <message>
   <source>Check the &amp;file</source>
   <translation>&amp;Datei prüfen</translation>
  </message>
  <message>
   <source>Checks</source>
   <translation>Prüfungen</translation>
  </message>
  <message>
   <source>Picture</source>
   <translation>Bild</translation>
  </message>
  <message>
   <source>Predictions</source>
   <translation>Vorhersagen</translation>
  </message>
  <message>
   <source>Ranges</source>
   <translation>Bereiche</translation>
  </message>
  <message>
   <source>Study file</source>
   <translation>Studiendatei</translation>
  </message>
  <message>
   <source>Surprises</source>
   <translation>Überraschungen</translation>
  </message>
  <message>
   <source>Value still to be gained</source>
   <translation>Was noch zu gewinnen ist</translation>
  </message>
 </context>
 <context>
  <name>ChooseDialog</name>
  <message>
   <source>&amp;Reason (optional)</source>
   <translation>&amp;Grund (freiwillig)</translation>
  </message>
  <message>
   <source>&amp;Search</source>
   <translation>&amp;Suchen</translation>
  </message>
  <message>
   <source>Candidates</source>
   <translation>Kandidaten</translation>
  </message>
  <message>
   <source>Choose</source>
   <translation>Wählen</translation>
  </message>
  <message>
   <source>Choose another candidate</source>
   <translation>Anderen Kandidaten wählen</translation>
  </message>
  <message>
   <source>Loss is how many percentage points less this run is expected to tell than {candidate}.</source>
   <translation>Der Verlust gibt an, um wie viele Prozentpunkte dieser Versuch voraussichtlich weniger zeigt als {candidate}.</translation>
  </message>
  <message>
   <source>The values are still being worked out; you can choose all the same.</source>
   <translation>Die Werte werden noch berechnet; wählen können Sie trotzdem.</translation>
  </message>
 </context>
 <context>
  <name>ColumnsModel</name>
  <message>
   <source>Attribute (category)</source>
   <translation>Merkmal (Kategorie)</translation>
  </message>
  <message>
   <source>Attribute (number)</source>
   <translation>Merkmal (Zahl)</translation>
  </message>
  <message>
   <source>Barcode</source>
   <translation>Barcode</translation>
  </message>
  <message>
   <source>Candidate code</source>
   <translation>Kandidatencode</translation>
  </message>
  <message>
   <source>Chosen</source>
   <translation>Gewählt</translation>
  </message>
  <message>
   <source>Column</source>
   <translation>Spalte</translation>
  </message>
  <message>
   <source>Ignore</source>
   <translation>Nicht verwenden</translation>
  </message>
  <message>
   <source>Keep with the data</source>
   <translation>Mit den Daten aufbewahren</translation>
  </message>
  <message>
   <source>Location</source>
   <translation>Lagerort</translation>
  </message>
  <message>
   <source>Log scale</source>
   <translation>Logarithmisch</translation>
  </message>
  <message>
   <source>Past outcome</source>
   <translation>Früheres Ergebnis</translation>
  </message>
  <message>
   <source>Proposed: a few words that come again</source>
   <translation>Vorschlag: wenige Wörter, die sich wiederholen</translation>
  </message>
  <message>
   <source>Proposed: by its heading</source>
   <translation>Vorschlag: nach der Überschrift</translation>
  </message>
  <message>
   <source>Proposed: different in each row, and the heading fits</source>
   <translation>Vorschlag: in jeder Zeile anders, und die Überschrift passt</translation>
  </message>
  <message>
   <source>Proposed: heading and words fit outcomes</source>
   <translation>Vorschlag: Überschrift und Wörter passen zu Ergebnissen</translation>
  </message>
  <message>
   <source>Proposed: holds numbers</source>
   <translation>Vorschlag: enthält Zahlen</translation>
  </message>
  <message>
   <source>Proposed: numbers that only name the row</source>
   <translation>Vorschlag: Zahlen, die nur die Zeile benennen</translation>
  </message>
  <message>
   <source>Proposed: the column is empty</source>
   <translation>Vorschlag: die Spalte ist leer</translation>
  </message>
  <message>
   <source>Proposed: the first column with a word of its own in each row</source>
   <translation>Vorschlag: die erste Spalte mit einem eigenen Wort in jeder Zeile</translation>
  </message>
  <message>
   <source>Proposed: the same in every row, nothing to learn</source>
   <translation>Vorschlag: in jeder Zeile gleich, nichts zu lernen</translation>
  </message>
  <message>
   <source>Proposed: too many different words to learn from</source>
   <translation>Vorschlag: zu viele verschiedene Wörter, um daraus zu lernen</translation>
  </message>
  <message>
   <source>Role</source>
   <translation>Rolle</translation>
  </message>
  <message>
   <source>Unit</source>
   <translation>Einheit</translation>
  </message>
  <message>
   <source>What it holds</source>
   <translation>Was sie enthält</translation>
  </message>
  <message>
   <source>Why this role</source>
   <translation>Warum diese Rolle</translation>
  </message>
  <message>
   <source>nothing</source>
   <translation>nichts</translation>
  </message>
  <message>
   <source>numbers</source>
   <translation>Zahlen</translation>
  </message>
  <message>
   <source>words</source>
   <translation>Wörter</translation>
  </message>
  <message>
   <source>{cell} in every row</source>
   <translation>{cell} in jeder Zeile</translation>
  </message>
  <message>
   <source>{count} blank</source>
   <translation>{count} leer</translation>
  </message>
  <message>
   <source>{count} different {kind}</source>
   <translation>{count} verschiedene {kind}</translation>
  </message>
 </context>
 <context>
  <name>ColumnsPage</name>
  <message>
   <source>What each column is for. The roles are proposals: look at them, and change what is not right.</source>
   <translation>Wozu jede Spalte dient. Die Rollen sind Vorschläge: Sehen Sie sie durch und ändern Sie, was nicht stimmt.</translation>
  </message>
  <message>
   <source>What was noticed</source>
   <translation>Was auffiel</translation>
  </message>
  <message>
   <source>{count} columns to learn from; nothing to mend.</source>
   <translation>{count} Spalten, aus denen gelernt wird; nichts zu beheben.</translation>
  </message>
  <message>
   <source>… and {count} more.</source>
   <translation>… und {count} weitere.</translation>
  </message>
 </context>
 <context>
  <name>CommandList</name>
  <message>
   <source>Commands</source>
   <translation>Befehle</translation>
  </message>
  <message>
   <source>Commands and keys</source>
   <translation>Befehle und Tasten</translation>
  </message>
  <message>
   <source>Find a command</source>
   <translation>Befehl suchen</translation>
  </message>
 </context>
 <context>
  <name>CorrectDialog</name>
  <message>
   <source>&amp;Reason:</source>
   <translation>&amp;Grund:</translation>
  </message>
  <message>
   <source>1 later suggestion was made with the old value; it stays as it was.</source>
   <translation>1 späterer Vorschlag entstand mit dem alten Wert; er bleibt, wie er war.</translation>
  </message>
  <message>
   <source>As recorded:</source>
   <translation>Wie eingetragen:</translation>
  </message>
  <message>
   <source>Best would change from {now} ({was}) to {then} ({estimate}).</source>
   <translation>Der beste Kandidat wechselte von {now} ({was}) zu {then} ({estimate}).</translation>
  </message>
  <message>
   <source>Candi&amp;date:</source>
   <translation>Kandi&amp;dat:</translation>
  </message>
  <message>
   <source>Candidate</source>
   <translation>Kandidat</translation>
  </message>
  <message>
   <source>Choose another outcome or another candidate.</source>
   <translation>Wählen Sie ein anderes Ergebnis oder einen anderen Kandidaten.</translation>
  </message>
  <message>
   <source>Correct run {run}</source>
   <translation>Versuch {run} korrigieren</translation>
  </message>
  <message>
   <source>Effect of this correction:</source>
   <translation>Wirkung dieser Korrektur:</translation>
  </message>
  <message>
   <source>Instrument fault</source>
   <translation>Gerätefehler</translation>
  </message>
  <message>
   <source>New outcome:</source>
   <translation>Neues Ergebnis:</translation>
  </message>
  <message>
   <source>Nothing would change yet.</source>
   <translation>Noch würde sich nichts ändern.</translation>
  </message>
  <message>
   <source>Result read again</source>
   <translation>Ergebnis neu abgelesen</translation>
  </message>
  <message>
   <source>Run {run} was taken back and stays so: record the experiment anew.</source>
   <translation>Versuch {run} wurde zurückgenommen und bleibt es: Tragen Sie den Versuch neu ein.</translation>
  </message>
  <message>
   <source>Run {run}: {code}, {outcome}</source>
   <translation>Versuch {run}: {code}, {outcome}</translation>
  </message>
  <message>
   <source>Save correction   Ctrl+Enter</source>
   <translation>Korrektur speichern   Strg+Eingabe</translation>
  </message>
  <message>
   <source>The study has changed since this window was opened, and nothing was saved. Close it and look at run {run} again.</source>
   <translation>Die Studie hat sich geändert, seit dieses Fenster geöffnet wurde, und nichts wurde gespeichert. Schließen Sie es und sehen Sie Versuch {run} noch einmal an.</translation>
  </message>
  <message>
   <source>This study was finished by {operator}: reopen it with a reason, then correct the run.</source>
   <translation>Diese Studie wurde von {operator} abgeschlossen: Öffnen Sie sie mit Angabe des Grundes wieder und korrigieren Sie dann den Versuch.</translation>
  </message>
  <message>
   <source>Typed the wrong outcome</source>
   <translation>Falsches Ergebnis eingegeben</translation>
  </message>
  <message>
   <source>Working out what would change...</source>
   <translation>Es wird berechnet, was sich ändern würde...</translation>
  </message>
  <message>
   <source>Wrong sample</source>
   <translation>Falsche Probe</translation>
  </message>
  <message>
   <source>{count} later suggestions were made with the old value; they stay as they were.</source>
   <translation>{count} spätere Vorschläge entstanden mit dem alten Wert; sie bleiben, wie sie waren.</translation>
  </message>
  <message>
   <source>{now} would stay the best ({estimate} instead of {was}).</source>
   <translation>{now} bliebe der beste ({estimate} statt {was}).</translation>
  </message>
  <message>
   <source>{now} would stay the best, at {estimate} as now.</source>
   <translation>{now} bliebe der beste, mit {estimate} wie jetzt.</translation>
  </message>
  <message>
   <source>{operator}, {time}</source>
   <translation>{operator}, {time}</translation>
  </message>
 </context>
 <context>
  <name>Custody</name>
  <message>
   <source>&amp;Lock study…</source>
   <translation>Studie s&amp;perren…</translation>
  </message>
  <message>
   <source>&amp;Sign off…</source>
   <translation>&amp;Unterschreiben…</translation>
  </message>
  <message>
   <source>&amp;Unlock study…</source>
   <translation>Studie en&amp;tsperren…</translation>
  </message>
  <message>
   <source>An entry has to be put right</source>
   <translation>Ein Eintrag muss berichtigt werden</translation>
  </message>
  <message>
   <source>Approved</source>
   <translation>Genehmigt</translation>
  </message>
  <message>
   <source>Carried out as recorded</source>
   <translation>Wie eingetragen durchgeführt</translation>
  </message>
  <message>
   <source>Lock the study</source>
   <translation>Studie sperren</translation>
  </message>
  <message>
   <source>Locked by mistake</source>
   <translation>Versehentlich gesperrt</translation>
  </message>
  <message>
   <source>More runs are possible</source>
   <translation>Weitere Versuche sind möglich</translation>
  </message>
  <message>
   <source>Open from a ser&amp;ver…</source>
   <translation>V&amp;on einem Server öffnen…</translation>
  </message>
  <message>
   <source>Put into the archive</source>
   <translation>Ins Archiv gelegt</translation>
  </message>
  <message>
   <source>Reported</source>
   <translation>Berichtet</translation>
  </message>
  <message>
   <source>Reviewed</source>
   <translation>Geprüft</translation>
  </message>
  <message>
   <source>Second place for &amp;backups…</source>
   <translation>Zweiter Ort für Sicherun&amp;gen…</translation>
  </message>
  <message>
   <source>Sign the study off</source>
   <translation>Studie unterschreiben</translation>
  </message>
  <message>
   <source>Signed off</source>
   <translation>Unterschrieben</translation>
  </message>
  <message>
   <source>Unlock the study</source>
   <translation>Studie entsperren</translation>
  </message>
  <message>
   <source>Why do you sign? Your signature stands for {who} and covers all {count} entries so far.</source>
   <translation>Warum unterschreiben Sie? Ihre Unterschrift steht für {who} und umfasst alle {count} bisherigen Einträge.</translation>
  </message>
  <message>
   <source>Why is the study locked? Nothing can be entered, and it cannot be reopened, until it is unlocked.</source>
   <translation>Warum wird die Studie gesperrt? Bis sie entsperrt wird, lässt sich nichts eintragen und sie nicht wieder öffnen.</translation>
  </message>
  <message>
   <source>{who} locked the study ({reason}). Why is it unlocked? It stays finished.</source>
   <translation>{who} hat die Studie gesperrt ({reason}). Warum wird sie entsperrt? Sie bleibt abgeschlossen.</translation>
  </message>
 </context>
 <context>
  <name>Desk</name>
  <message>
   <source>An earlier state is shown: go back to now before you enter anything.</source>
   <translation>Es wird ein früherer Stand gezeigt: kehren Sie zum heutigen zurück, bevor Sie etwas eintragen.</translation>
  </message>
  <message>
   <source>It is not certain that this was recorded: look at the last entries.</source>
   <translation>Es ist nicht sicher, dass dies eingetragen wurde: Sehen Sie die letzten Einträge an.</translation>
  </message>
 </context>
 <context>
  <name>DetailsDialog</name>
  <message>
   <source>&amp;Ask me to record it</source>
   <translation>&amp;Zum Eintragen vorlegen</translation>
  </message>
  <message>
   <source>&amp;Note</source>
   <translation>&amp;Notiz</translation>
  </message>
  <message>
   <source>Date and time of the run</source>
   <translation>Datum und Uhrzeit des Versuchs</translation>
  </message>
  <message>
   <source>It was done &amp;earlier:</source>
   <translation>Früher &amp;durchgeführt:</translation>
  </message>
  <message>
   <source>Number of runs</source>
   <translation>Anzahl der Versuche</translation>
  </message>
  <message>
   <source>Outcome with details</source>
   <translation>Ergebnis mit Einzelheiten</translation>
  </message>
  <message>
   <source>Se&amp;veral runs at once:</source>
   <translation>&amp;Mehrere Versuche auf einmal:</translation>
  </message>
  <message>
   <source>The time of this entry is kept as well. Nothing is recorded before you confirm.</source>
   <translation>Der Zeitpunkt dieses Eintrags wird ebenfalls festgehalten. Nichts wird eingetragen, bevor Sie bestätigen.</translation>
  </message>
  <message>
   <source>What came out for {candidate}?</source>
   <translation>Was ergab {candidate}?</translation>
  </message>
  <message>
   <source>kept with the run</source>
   <translation>bleibt beim Versuch</translation>
  </message>
  <message>
   <source>of</source>
   <translation>von</translation>
  </message>
  <message>
   <source>were {outcome}</source>
   <translation>waren {outcome}</translation>
  </message>
 </context>
 <context>
  <name>EffectsCard</name>
  <message>
   <source> Still open: {count}.</source>
   <translation> Noch offen: {count}.</translation>
  </message>
  <message>
   <source> and {count} more</source>
   <translation> und {count} weitere</translation>
  </message>
  <message>
   <source>A dot right of the dashed line says that more of this attribute raises the success that we expect, left of it that more lowers it. The bar is the range in which the effect probably lies; where it crosses the line, it is open which way it goes. Effects are given for a typical change of each attribute, so that they can be compared, with the others unchanged. They are what the model believes, and no proof of cause. The table also says by how much the odds are multiplied.</source>
   <translation>Ein Punkt rechts der gestrichelten Linie heißt: Mehr von diesem Merkmal erhöht die Erfolgsaussicht; links davon: mehr verringert sie. Der Balken ist der Bereich, in dem die Wirkung vermutlich liegt; wo er die Linie kreuzt, ist die Richtung offen. Wirkungen gelten für eine übliche Änderung des Merkmals, damit sie vergleichbar sind, bei sonst gleichen Merkmalen. Sie sind, was das Modell annimmt, und kein Beweis einer Ursache. Die Tabelle gibt auch an, womit die Chance malgenommen wird.</translation>
  </message>
  <message>
   <source>Attribute</source>
   <translation>Merkmal</translation>
  </message>
  <message>
   <source>Clear so far: {names}</source>
   <translation>Bisher eindeutig: {names}</translation>
  </message>
  <message>
   <source>Effect (log-odds)</source>
   <translation>Wirkung (Log-Chance)</translation>
  </message>
  <message>
   <source>Effect on success (log-odds)</source>
   <translation>Wirkung auf den Erfolg (Log-Chance)</translation>
  </message>
  <message>
   <source>No attribute is clear yet: every range includes “no effect”.</source>
   <translation>Noch ist kein Merkmal eindeutig: Jeder Bereich enthält „keine Wirkung“.</translation>
  </message>
  <message>
   <source>No outcomes yet. After the first runs this shows which attributes matter.</source>
   <translation>Noch keine Ergebnisse. Nach den ersten Versuchen zeigt dieses Bild, welche Merkmale wichtig sind.</translation>
  </message>
  <message>
   <source>Odds</source>
   <translation>Chance</translation>
  </message>
  <message>
   <source>Per unit (log-odds)</source>
   <translation>Je Einheit (Log-Chance)</translation>
  </message>
  <message>
   <source>What does each attribute do?</source>
   <translation>Was bewirkt jedes Merkmal?</translation>
  </message>
  <message>
   <source>bar: {level} range</source>
   <translation>Balken: {level}-Bereich</translation>
  </message>
  <message>
   <source>dashed: no effect</source>
   <translation>gestrichelt: keine Wirkung</translation>
  </message>
  <message>
   <source>dot: estimate</source>
   <translation>Punkt: Schätzwert</translation>
  </message>
  <message>
   <source>for</source>
   <translation>für</translation>
  </message>
  <message>
   <source>to</source>
   <translation>bis</translation>
  </message>
  <message>
   <source>{level} range from</source>
   <translation>{level}-Bereich von</translation>
  </message>
  <message>
   <source>{name}
{estimate} log-odds ({level} range {low} to {high}), odds {odds}
{per}</source>
   <translation>{name}
{estimate} Log-Chance ({level}-Bereich {low} bis {high}), Chance {odds}
{per}</translation>
  </message>
  <message>
   <source>{name} (lowers success)</source>
   <translation>{name} (senkt den Erfolg)</translation>
  </message>
  <message>
   <source>{name} (raises success)</source>
   <translation>{name} (erhöht den Erfolg)</translation>
  </message>
 </context>
 <context>
  <name>EntryControl</name>
  <message>
   <source>Not recorded. {why}</source>
   <translation>Nicht eingetragen. {why}</translation>
  </message>
  <message>
   <source>Run started, candidate {candidate}</source>
   <translation>Versuch begonnen, Kandidat {candidate}</translation>
  </message>
  <message>
   <source>Run {run} recorded, {outcome}, candidate {candidate}</source>
   <translation>Versuch {run} eingetragen, {outcome}, Kandidat {candidate}</translation>
  </message>
  <message>
   <source>Run {run} taken back</source>
   <translation>Versuch {run} zurückgenommen</translation>
  </message>
  <message>
   <source>Void</source>
   <translation>Ungültig</translation>
  </message>
 </context>
 <context>
  <name>EntryPanel</name>
  <message>
   <source>An earlier state is shown. Nothing can be recorded: press Esc to go back to now.</source>
   <translation>Es wird ein früherer Stand gezeigt. Eintragen ist nicht möglich: Esc führt zum heutigen Stand zurück.</translation>
  </message>
  <message>
   <source>Finish study…</source>
   <translation>Studie abschließen…</translation>
  </message>
  <message>
   <source>More</source>
   <translation>Mehr</translation>
  </message>
  <message>
   <source>Pictures and export work; nothing can be recorded here.</source>
   <translation>Bilder und Export sind möglich; eintragen lässt sich nichts.</translation>
  </message>
  <message>
   <source>Runs recorded</source>
   <translation>Eingetragene Versuche</translation>
  </message>
  <message>
   <source>Save a rescue copy…</source>
   <translation>Rettungskopie speichern…</translation>
  </message>
  <message>
   <source>Skip…</source>
   <translation>Überspringen…</translation>
  </message>
  <message>
   <source>Void…</source>
   <translation>Ungültig…</translation>
  </message>
  <message>
   <source>You can stop: {why}</source>
   <translation>Sie können aufhören: {why}</translation>
  </message>
  <message>
   <source>{done} of {budget} runs recorded</source>
   <translation>{done} von {budget} Versuchen eingetragen</translation>
  </message>
 </context>
 <context>
  <name>ExportDialog</name>
  <message>
   <source>&amp;Browse…</source>
   <translation>D&amp;urchsuchen…</translation>
  </message>
  <message>
   <source>&amp;CSV: the runs, one line each, for any program</source>
   <translation>&amp;CSV: die Versuche, je eine Zeile, für jedes Programm</translation>
  </message>
  <message>
   <source>&amp;Excel: runs, candidates, audit and settings, a sheet each</source>
   <translation>&amp;Excel: Versuche, Kandidaten, Protokoll und Einstellungen, je ein Blatt</translation>
  </message>
  <message>
   <source>&amp;File</source>
   <translation>&amp;Datei</translation>
  </message>
  <message>
   <source>&amp;Save</source>
   <translation>&amp;Speichern</translation>
  </message>
  <message>
   <source>&amp;Whole study: an archive from which kgdesk restores it</source>
   <translation>&amp;Ganze Studie: ein Archiv, aus dem kgdesk sie wiederherstellt</translation>
  </message>
  <message>
   <source>Begins with:</source>
   <translation>Beginnt mit:</translation>
  </message>
  <message>
   <source>Cancel</source>
   <translation>Abbrechen</translation>
  </message>
  <message>
   <source>Export</source>
   <translation>Exportieren</translation>
  </message>
  <message>
   <source>Export to</source>
   <translation>Exportieren nach</translation>
  </message>
  <message>
   <source>File</source>
   <translation>Datei</translation>
  </message>
  <message>
   <source>Holds every entry, and the sums that prove that nothing was changed.</source>
   <translation>Enthält jeden Eintrag und die Prüfsummen, die zeigen, dass nichts geändert wurde.</translation>
  </message>
  <message>
   <source>Name the file first.</source>
   <translation>Geben Sie zuerst der Datei einen Namen.</translation>
  </message>
  <message>
   <source>Replace</source>
   <translation>Ersetzen</translation>
  </message>
  <message>
   <source>Save as {name}</source>
   <translation>Unter dem Namen {name} speichern</translation>
  </message>
  <message>
   <source>The first lines</source>
   <translation>Die ersten Zeilen</translation>
  </message>
  <message>
   <source>Waits for the expected successes of the candidates…</source>
   <translation>Wartet auf die Erfolgsaussichten der Kandidaten…</translation>
  </message>
  <message>
   <source>With the expected success of every candidate as it stands after the last run.</source>
   <translation>Mit der Erfolgsaussicht jedes Kandidaten nach dem letzten Versuch.</translation>
  </message>
  <message>
   <source>{name} is already there. Replace it?</source>
   <translation>{name} gibt es bereits. Ersetzen?</translation>
  </message>
 </context>
 <context>
  <name>Faults</name>
  <message>
   <source>&amp;Close kgdesk</source>
   <translation>kgdesk &amp;beenden</translation>
  </message>
  <message>
   <source>&amp;Restart kgdesk</source>
   <translation>kgdesk &amp;neu starten</translation>
  </message>
  <message>
   <source>&amp;Save a problem report…</source>
   <translation>Problembericht &amp;speichern…</translation>
  </message>
  <message>
   <source>kgdesk met a fault of its own and has to close.</source>
   <translation>In kgdesk ist ein Fehler aufgetreten; das Programm muss beendet werden.</translation>
  </message>
 </context>
 <context>
  <name>Findings</name>
  <message>
   <source>And {count} more.</source>
   <translation>Und {count} weitere.</translation>
  </message>
  <message>
   <source>Blank cells in {columns} are filled with the median of their column.</source>
   <translation>Leere Zellen in {columns} werden mit dem Median ihrer Spalte gefüllt.</translation>
  </message>
  <message>
   <source>Blank cells in {columns}. An attribute needs a value for every candidate.</source>
   <translation>Leere Zellen in {columns}. Ein Merkmal braucht für jeden Kandidaten einen Wert.</translation>
  </message>
  <message>
   <source>Column “{name}” has blank cells, and words have no median.</source>
   <translation>Spalte „{name}“ hat leere Zellen, und Wörter haben keinen Median.</translation>
  </message>
  <message>
   <source>Column “{name}” has {count} blank cells, but each candidate needs a code.</source>
   <translation>Spalte „{name}“ hat {count} leere Zellen, aber jeder Kandidat braucht einen Code.</translation>
  </message>
  <message>
   <source>Column “{name}” holds more than {count} different words, too many for outcomes.</source>
   <translation>Spalte „{name}“ enthält mehr als {count} verschiedene Wörter, zu viele für Ergebnisse.</translation>
  </message>
  <message>
   <source>Column “{name}” holds words, not numbers.</source>
   <translation>Spalte „{name}“ enthält Wörter, keine Zahlen.</translation>
  </message>
  <message>
   <source>Column “{name}”: say below the table what {words} means.</source>
   <translation>Spalte „{name}“: Geben Sie unter der Tabelle an, was {words} bedeutet.</translation>
  </message>
  <message>
   <source>Column “{name}”: the code “{code}” stands in more than one row, but each sample needs its own.</source>
   <translation>Spalte „{name}“: Der Code „{code}“ steht in mehr als einer Zeile, aber jede Probe braucht einen eigenen.</translation>
  </message>
  <message>
   <source>Column “{name}”: the code “{code}” stands in {places}, but each candidate needs its own.</source>
   <translation>Spalte „{name}“: Der Code „{code}“ steht in {places}, aber jeder Kandidat braucht einen eigenen.</translation>
  </message>
  <message>
   <source>Column “{name}”: {cells}.</source>
   <translation>Spalte „{name}“: {cells}.</translation>
  </message>
  <message>
   <source>Do neither</source>
   <translation>Keines von beiden</translation>
  </message>
  <message>
   <source>Fill with the median</source>
   <translation>Mit dem Median füllen</translation>
  </message>
  <message>
   <source>Keep “{name}” with the data</source>
   <translation>„{name}“ mit den Daten aufbewahren</translation>
  </message>
  <message>
   <source>Leave out the rows with blanks</source>
   <translation>Zeilen mit leeren Zellen auslassen</translation>
  </message>
  <message>
   <source>Mend the table and read it again, or choose another role.</source>
   <translation>Berichtigen Sie die Tabelle und lesen Sie sie neu ein, oder wählen Sie eine andere Rolle.</translation>
  </message>
  <message>
   <source>No column holds the candidates' codes: the rows are numbered from 1.</source>
   <translation>Keine Spalte enthält die Codes der Kandidaten: Die Zeilen werden ab 1 nummeriert.</translation>
  </message>
  <message>
   <source>No column is left to learn from. Make at least one an attribute.</source>
   <translation>Es bleibt keine Spalte, aus der gelernt werden kann. Machen Sie mindestens eine zum Merkmal.</translation>
  </message>
  <message>
   <source>Number the rows instead</source>
   <translation>Stattdessen die Zeilen nummerieren</translation>
  </message>
  <message>
   <source>Rows with blank cells in {columns} are left out: {count} of {all} rows.</source>
   <translation>Zeilen mit leeren Zellen in {columns} werden ausgelassen: {count} von {all} Zeilen.</translation>
  </message>
  <message>
   <source>Take “{name}” as a category</source>
   <translation>„{name}“ als Kategorie nehmen</translation>
  </message>
  <message>
   <source>line</source>
   <translation>Zeile</translation>
  </message>
  <message>
   <source>lines {lines}</source>
   <translation>Zeilen {lines}</translation>
  </message>
  <message>
   <source>row</source>
   <translation>Zeile</translation>
  </message>
  <message>
   <source>rows {lines}</source>
   <translation>Zeilen {lines}</translation>
  </message>
  <message>
   <source>{columns} columns to learn from are many for {runs} planned runs: what each one does will stay uncertain. Keep only those that may matter, or plan more runs on the next page.</source>
   <translation>{columns} Spalten sind viele für {runs} geplante Versuche: Was jede bewirkt, bleibt unsicher. Behalten Sie nur die, die wichtig sein können, oder planen Sie auf der nächsten Seite mehr Versuche.</translation>
  </message>
  <message>
   <source>{count} more codes occur more than once.</source>
   <translation>{count} weitere Codes kommen mehrmals vor.</translation>
  </message>
 </context>
 <context>
  <name>FinishedCard</name>
  <message>
   <source>Expected success {probability} ({level} range {range})</source>
   <translation>Erfolgsaussicht {probability} ({level}-Bereich {range})</translation>
  </message>
  <message>
   <source>Finished by {who} on {date}: {reason}</source>
   <translation>Abgeschlossen von {who} am {date}: {reason}</translation>
  </message>
  <message>
   <source>Locked by {who} on {date}: {reason}. Unlock it before you reopen it.</source>
   <translation>Gesperrt von {who} am {date}: {reason}. Entsperren Sie sie, bevor Sie sie wieder öffnen.</translation>
  </message>
  <message>
   <source>Reopen…</source>
   <translation>Wieder öffnen…</translation>
  </message>
  <message>
   <source>Signed off by {who} on {date}: {meaning}</source>
   <translation>Unterschrieben von {who} am {date}: {meaning}</translation>
  </message>
  <message>
   <source>Study finished: the best candidate</source>
   <translation>Studie abgeschlossen: der beste Kandidat</translation>
  </message>
 </context>
 <context>
  <name>FuturesCard</name>
  <message>
   <source>Best then</source>
   <translation>Dann bester</translation>
  </message>
  <message>
   <source>Candidate</source>
   <translation>Kandidat</translation>
  </message>
  <message>
   <source>Candidate itself then</source>
   <translation>Kandidat selbst dann</translation>
  </message>
  <message>
   <source>Chance of it</source>
   <translation>Wahrscheinlichkeit dafür</translation>
  </message>
  <message>
   <source>Change (points)</source>
   <translation>Änderung (Punkte)</translation>
  </message>
  <message>
   <source>Choice</source>
   <translation>Wahl</translation>
  </message>
  <message>
   <source>Choose a candidate to see what its outcomes would change.</source>
   <translation>Wählen Sie einen Kandidaten, um zu sehen, was seine Ergebnisse ändern würden.</translation>
  </message>
  <message>
   <source>Expected success of the best candidate</source>
   <translation>Erfolgsaussicht des besten Kandidaten</translation>
  </message>
  <message>
   <source>Futures</source>
   <translation>Folgen</translation>
  </message>
  <message>
   <source>If</source>
   <translation>Wenn</translation>
  </message>
  <message>
   <source>Its expected success</source>
   <translation>Seine Erfolgsaussicht</translation>
  </message>
  <message>
   <source>Two rows for each candidate: one if its run succeeds, one if it fails. At the right stands which candidate would then be the best. The dashed line is the expected success of the present best; the arrow goes from there to that of the best then, and the bar is the range in which it would probably lie. Both arrows together, weighed by how likely each outcome is, are the value of testing. This is what the model would say: nothing is recorded and nothing kept.</source>
   <translation>Zwei Zeilen je Kandidat: eine, wenn sein Versuch gelingt, eine, wenn er fehlschlägt. Rechts steht, welcher Kandidat dann der beste wäre. Die gestrichelte Linie ist die Erfolgsaussicht des jetzt besten; der Pfeil führt von dort zu der des dann besten, und der Balken ist der Bereich, in dem sie vermutlich läge. Beide Pfeile zusammen, gewichtet nach der Wahrscheinlichkeit der Ergebnisse, sind der Wert eines Versuchs. Dies würde das Modell sagen: Nichts wird eingetragen und nichts aufbewahrt.</translation>
  </message>
  <message>
   <source>Value of testing (points)</source>
   <translation>Wert eines Versuchs (Punkte)</translation>
  </message>
  <message>
   <source>What would either outcome change?</source>
   <translation>Was würde jedes der beiden Ergebnisse ändern?</translation>
  </message>
  <message>
   <source>another would be best</source>
   <translation>ein anderer wäre der beste</translation>
  </message>
  <message>
   <source>bar: {level} range</source>
   <translation>Balken: {level}-Bereich</translation>
  </message>
  <message>
   <source>changes</source>
   <translation>wechselt</translation>
  </message>
  <message>
   <source>dashed: best now, {code}, {estimate}</source>
   <translation>gestrichelt: jetzt bester, {code}, {estimate}</translation>
  </message>
  <message>
   <source>failure</source>
   <translation>Fehlschlag</translation>
  </message>
  <message>
   <source>stays</source>
   <translation>bleibt</translation>
  </message>
  <message>
   <source>stays the best</source>
   <translation>bleibt der beste</translation>
  </message>
  <message>
   <source>success</source>
   <translation>Erfolg</translation>
  </message>
  <message>
   <source>{code}, {outcome} (chance {chance})</source>
   <translation>{code}, {outcome} (Wahrscheinlichkeit {chance})</translation>
  </message>
  <message>
   <source>{code}: {success}; {failure}.</source>
   <translation>{code}: {success}; {failure}.</translation>
  </message>
  <message>
   <source>{level} range</source>
   <translation>{level}-Bereich</translation>
  </message>
  <message>
   <source>{level} range {range}; change {change} points</source>
   <translation>{level}-Bereich {range}; Änderung {change} Punkte</translation>
  </message>
  <message>
   <source>{level}, itself</source>
   <translation>{level}, selbst</translation>
  </message>
  <message>
   <source>{outcome} would leave {best} the best, {estimate}</source>
   <translation>bei {outcome} bliebe {best} der beste, {estimate}</translation>
  </message>
  <message>
   <source>{outcome} would make {best} the best, {estimate}</source>
   <translation>bei {outcome} würde {best} der beste, {estimate}</translation>
  </message>
 </context>
 <context>
  <name>GainCard</name>
  <message>
   <source>After run</source>
   <translation>Nach Versuch</translation>
  </message>
  <message>
   <source>After run {run}: {points} points</source>
   <translation>Nach Versuch {run}: {points} Punkte</translation>
  </message>
  <message>
   <source>How much is there still to be gained?</source>
   <translation>Wie viel ist noch zu gewinnen?</translation>
  </message>
  <message>
   <source>Note</source>
   <translation>Anmerkung</translation>
  </message>
  <message>
   <source>Nothing left in the list is expected to change the choice. You can stop.</source>
   <translation>Kein Kandidat der Liste wird die Wahl voraussichtlich noch ändern. Sie können aufhören.</translation>
  </message>
  <message>
   <source>Points</source>
   <translation>Punkte</translation>
  </message>
  <message>
   <source>Still to be gained (points)</source>
   <translation>Noch zu gewinnen (Punkte)</translation>
  </message>
  <message>
   <source>That is below the {points} points at which this study may stop.</source>
   <translation>Das liegt unter den {points} Punkten, bei denen diese Studie aufhören darf.</translation>
  </message>
  <message>
   <source>The best next run is expected to improve the choice by {points} points.</source>
   <translation>Der beste nächste Versuch wird die Wahl voraussichtlich um {points} Punkte verbessern.</translation>
  </message>
  <message>
   <source>The line is, after each run, by how many percentage points the best next run was expected to raise the expected success of the candidate that would be picked. Each grid line is a power of ten. It falls as less is left to learn, and jumps up when an outcome surprises. An open mark at the foot means: below what the calculation can tell from nothing. One run may be worth almost nothing where several are worth much.</source>
   <translation>Die Linie gibt nach jedem Versuch an, um wie viele Prozentpunkte der beste nächste Versuch die Erfolgsaussicht des Kandidaten, der gewählt würde, voraussichtlich erhöht. Jede Gitterlinie ist eine Zehnerpotenz. Die Linie fällt, je weniger es zu lernen gibt, und springt nach oben, wenn ein Ergebnis überrascht. Ein offenes Zeichen am Fuß bedeutet: nicht von null zu unterscheiden. Ein Versuch kann fast wertlos sein, wo mehrere zusammen viel wert sind.</translation>
  </message>
  <message>
   <source>The value of testing is being worked out; it appears here by itself.</source>
   <translation>Der Wert eines Versuchs wird berechnet; er erscheint hier von selbst.</translation>
  </message>
  <message>
   <source>after a run</source>
   <translation>nach einem Versuch</translation>
  </message>
  <message>
   <source>below resolution</source>
   <translation>unter der Auflösung</translation>
  </message>
  <message>
   <source>dashed: {what}</source>
   <translation>gestrichelt: {what}</translation>
  </message>
  <message>
   <source>resolution</source>
   <translation>Auflösung</translation>
  </message>
  <message>
   <source>the study may stop</source>
   <translation>die Studie darf aufhören</translation>
  </message>
 </context>
 <context>
  <name>HeldBox</name>
  <message>
   <source>current best {candidate}</source>
   <translation>aktuell bester Kandidat {candidate}</translation>
  </message>
  <message>
   <source>next experiment {candidate}</source>
   <translation>nächster Versuch {candidate}</translation>
  </message>
  <message>
   <source>selected {candidate}</source>
   <translation>ausgewählt {candidate}</translation>
  </message>
  <message>
   <source>selected: none</source>
   <translation>ausgewählt: keiner</translation>
  </message>
 </context>
 <context>
  <name>Help</name>
  <message>
   <source>&amp;First steps</source>
   <translation>&amp;Erste Schritte</translation>
  </message>
  <message>
   <source>&amp;Glossary</source>
   <translation>&amp;Glossar</translation>
  </message>
  <message>
   <source>&amp;Help</source>
   <translation>&amp;Hilfe</translation>
  </message>
 </context>
 <context>
  <name>HelpWindow</name>
  <message>
   <source>&amp;Contents</source>
   <translation>&amp;Inhalt</translation>
  </message>
  <message>
   <source>&amp;Find</source>
   <translation>&amp;Suchen</translation>
  </message>
  <message>
   <source>&amp;Open in browser</source>
   <translation>Im &amp;Browser öffnen</translation>
  </message>
  <message>
   <source>C&amp;lose</source>
   <translation>S&amp;chließen</translation>
  </message>
  <message>
   <source>Copy a&amp;ddress</source>
   <translation>&amp;Adresse kopieren</translation>
  </message>
  <message>
   <source>Find</source>
   <translation>Suchen</translation>
  </message>
  <message>
   <source>For&amp;ward ›</source>
   <translation>&amp;Vorwärts ›</translation>
  </message>
  <message>
   <source>Help</source>
   <translation>Hilfe</translation>
  </message>
  <message>
   <source>Nothing found. Try another word, or a part of one.</source>
   <translation>Nichts gefunden. Versuchen Sie ein anderes Wort oder einen Teil davon.</translation>
  </message>
  <message>
   <source>Pages</source>
   <translation>Seiten</translation>
  </message>
  <message>
   <source>This leads out of kgdesk, into the internet: {address}</source>
   <translation>Das führt aus kgdesk hinaus ins Internet: {address}</translation>
  </message>
  <message>
   <source>Words in the manual</source>
   <translation>Wörter im Handbuch</translation>
  </message>
  <message>
   <source>‹ &amp;Back</source>
   <translation>‹ &amp;Zurück</translation>
  </message>
 </context>
 <context>
  <name>HistoryTab</name>
  <message>
   <source>&amp;Correct...</source>
   <translation>&amp;Korrigieren...</translation>
  </message>
  <message>
   <source>About the study:</source>
   <translation>Zur Studie:</translation>
  </message>
  <message>
   <source>Done {time}, as stated.</source>
   <translation>Durchgeführt {time}, laut Angabe.</translation>
  </message>
  <message>
   <source>History</source>
   <translation>Verlauf</translation>
  </message>
  <message>
   <source>No run is recorded yet.</source>
   <translation>Noch kein Versuch eingetragen.</translation>
  </message>
  <message>
   <source>Note by {operator}, {time}: {text}</source>
   <translation>Notiz von {operator}, {time}: {text}</translation>
  </message>
  <message>
   <source>Note: {note}</source>
   <translation>Notiz: {note}</translation>
  </message>
  <message>
   <source>Predicted before: {chance}.</source>
   <translation>Zuvor vorhergesagt: {chance}.</translation>
  </message>
  <message>
   <source>Reason: {reason}</source>
   <translation>Grund: {reason}</translation>
  </message>
  <message>
   <source>Recorded {time} by {operator}. Chosen by: {by}.</source>
   <translation>Eingetragen {time} von {operator}. Gewählt von: {by}.</translation>
  </message>
  <message>
   <source>Run {run}: {code}, {outcome}.</source>
   <translation>Versuch {run}: {code}, {outcome}.</translation>
  </message>
  <message>
   <source>Runs</source>
   <translation>Versuche</translation>
  </message>
  <message>
   <source>Select a run to see all of it.</source>
   <translation>Wählen Sie einen Versuch, um alles darüber zu sehen.</translation>
  </message>
  <message>
   <source>State af&amp;ter run:</source>
   <translation>Stand &amp;nach Versuch:</translation>
  </message>
  <message>
   <source>State after run</source>
   <translation>Stand nach Versuch</translation>
  </message>
  <message>
   <source>now ({run})</source>
   <translation>jetzt ({run})</translation>
  </message>
  <message>
   <source>{run} of {last}</source>
   <translation>{run} von {last}</translation>
  </message>
 </context>
 <context>
  <name>HistoryTable</name>
  <message>
   <source> for {code}</source>
   <translation> für {code}</translation>
  </message>
  <message>
   <source>Candidate</source>
   <translation>Kandidat</translation>
  </message>
  <message>
   <source>Chosen by</source>
   <translation>Gewählt von</translation>
  </message>
  <message>
   <source>Corrections</source>
   <translation>Korrekturen</translation>
  </message>
  <message>
   <source>Note</source>
   <translation>Notiz</translation>
  </message>
  <message>
   <source>Operator</source>
   <translation>Bediener:in</translation>
  </message>
  <message>
   <source>Outcome</source>
   <translation>Ergebnis</translation>
  </message>
  <message>
   <source>Predicted before</source>
   <translation>Zuvor vorhergesagt</translation>
  </message>
  <message>
   <source>Recorded after the state that you are looking at.</source>
   <translation>Nach dem Stand eingetragen, den Sie gerade sehen.</translation>
  </message>
  <message>
   <source>Run</source>
   <translation>Versuch</translation>
  </message>
  <message>
   <source>Time</source>
   <translation>Zeit</translation>
  </message>
  <message>
   <source>Time of the run, as stated; entered {time}.</source>
   <translation>Zeit des Versuchs laut Angabe; eingetragen {time}.</translation>
  </message>
  <message>
   <source>a person</source>
   <translation>eine Person</translation>
  </message>
  <message>
   <source>a person, instead of {code}</source>
   <translation>eine Person, statt {code}</translation>
  </message>
  <message>
   <source>imported</source>
   <translation>importiert</translation>
  </message>
  <message>
   <source>suggestion</source>
   <translation>Vorschlag</translation>
  </message>
  <message>
   <source>was {outcome}</source>
   <translation>war {outcome}</translation>
  </message>
 </context>
 <context>
  <name>HomeWindow</name>
  <message>
   <source>&amp;Change folder…</source>
   <translation>&amp;Ordner wechseln…</translation>
  </message>
  <message>
   <source>&amp;Help</source>
   <translation>&amp;Hilfe</translation>
  </message>
  <message>
   <source>&amp;New from file…</source>
   <translation>&amp;Neu aus Datei…</translation>
  </message>
  <message>
   <source>&amp;Open…</source>
   <translation>Ö&amp;ffnen…</translation>
  </message>
  <message>
   <source>&amp;Quit</source>
   <translation>Been&amp;den</translation>
  </message>
  <message>
   <source>&amp;Settings…</source>
   <translation>E&amp;instellungen…</translation>
  </message>
  <message>
   <source>&amp;Study</source>
   <translation>&amp;Studie</translation>
  </message>
  <message>
   <source>Folder of your projects</source>
   <translation>Ordner Ihrer Projekte</translation>
  </message>
  <message>
   <source>Name of the project</source>
   <translation>Name des Projekts</translation>
  </message>
  <message>
   <source>New &amp;project…</source>
   <translation>Neues &amp;Projekt…</translation>
  </message>
  <message>
   <source>New from clip&amp;board</source>
   <translation>Neu aus der Z&amp;wischenablage</translation>
  </message>
  <message>
   <source>New project</source>
   <translation>Neues Projekt</translation>
  </message>
  <message>
   <source>None yet. A study that you make or open is listed here.</source>
   <translation>Noch keine. Studien, die Sie anlegen oder öffnen, stehen dann hier.</translation>
  </message>
  <message>
   <source>Open a study</source>
   <translation>Studie öffnen</translation>
  </message>
  <message>
   <source>Open from a ser&amp;ver…</source>
   <translation>V&amp;on einem Server öffnen…</translation>
  </message>
  <message>
   <source>Projects</source>
   <translation>Projekte</translation>
  </message>
  <message>
   <source>Recent studies</source>
   <translation>Zuletzt verwendete Studien</translation>
  </message>
  <message>
   <source>Save a &amp;problem report…</source>
   <translation>Problembericht &amp;speichern…</translation>
  </message>
  <message>
   <source>Studies (*.kgstudy)</source>
   <translation>Studien (*.kgstudy)</translation>
  </message>
  <message>
   <source>Studies (*.kgstudy);;All files (*)</source>
   <translation>Studien (*.kgstudy);;Alle Dateien (*)</translation>
  </message>
  <message>
   <source>Where is {name}?</source>
   <translation>Wo ist {name}?</translation>
  </message>
  <message>
   <source>{folder}: nothing in it yet. Your first study makes it.</source>
   <translation>{folder}: noch nichts darin. Ihre erste Studie legt ihn an.</translation>
  </message>
 </context>
 <context>
  <name>Lab</name>
  <message>
   <source>&amp;Back in stock…</source>
   <translation>W&amp;ieder verfügbar…</translation>
  </message>
  <message>
   <source>&amp;Print run sheet…</source>
   <translation>Versuchsblatt d&amp;rucken…</translation>
  </message>
  <message>
   <source>&amp;Start run</source>
   <translation>Versuch &amp;starten</translation>
  </message>
  <message>
   <source>Add not&amp;e…</source>
   <translation>&amp;Notiz hinzufügen…</translation>
  </message>
  <message>
   <source>Back in stock</source>
   <translation>Wieder verfügbar</translation>
  </message>
  <message>
   <source>Close</source>
   <translation>Schließen</translation>
  </message>
  <message>
   <source>New batch</source>
   <translation>Neue Charge</translation>
  </message>
  <message>
   <source>Not delivered</source>
   <translation>Nicht geliefert</translation>
  </message>
  <message>
   <source>Outcome with &amp;details…</source>
   <translation>Ergebnis mit Ein&amp;zelheiten…</translation>
  </message>
  <message>
   <source>Print &amp;labels…</source>
   <translation>Etike&amp;tten drucken…</translation>
  </message>
  <message>
   <source>S&amp;kip…</source>
   <translation>Übers&amp;pringen…</translation>
  </message>
  <message>
   <source>Save a rescue copy</source>
   <translation>Rettungskopie speichern</translation>
  </message>
  <message>
   <source>Saved {name} with every recorded run. The run that waits is not in it.</source>
   <translation>{name} mit jedem eingetragenen Versuch gespeichert. Der wartende Versuch ist nicht darin.</translation>
  </message>
  <message>
   <source>Spoilt</source>
   <translation>Verdorben</translation>
  </message>
  <message>
   <source>Su&amp;ggest several…</source>
   <translation>&amp;Mehrere vorschlagen…</translation>
  </message>
  <message>
   <source>Take o&amp;ut of stock…</source>
   <translation>Nicht &amp;verfügbar…</translation>
  </message>
  <message>
   <source>Take out of stock</source>
   <translation>Nicht verfügbar</translation>
  </message>
  <message>
   <source>Taken out by mistake</source>
   <translation>Versehentlich herausgenommen</translation>
  </message>
  <message>
   <source>Unsafe</source>
   <translation>Gefährlich</translation>
  </message>
  <message>
   <source>Used up</source>
   <translation>Aufgebraucht</translation>
  </message>
  <message>
   <source>Whole study (*.zip)</source>
   <translation>Ganze Studie (*.zip)</translation>
  </message>
  <message>
   <source>Why is {what} available again?</source>
   <translation>Warum gibt es {what} wieder?</translation>
  </message>
  <message>
   <source>Why is {what} not available? It is neither suggested nor chosen.</source>
   <translation>Warum gibt es {what} nicht? Es wird weder vorgeschlagen noch gewählt.</translation>
  </message>
  <message>
   <source>{count} candidates</source>
   <translation>{count} Kandidaten</translation>
  </message>
 </context>
 <context>
  <name>LabelsDialog</name>
  <message>
   <source>&amp;Every candidate: {count}</source>
   <translation>&amp;Jeder Kandidat: {count}</translation>
  </message>
  <message>
   <source>&amp;Label sheets</source>
   <translation>&amp;Etikettenbogen</translation>
  </message>
  <message>
   <source>Each label has the name in words and as a QR code: the field under the card reads it.</source>
   <translation>Jedes Etikett trägt den Namen in Worten und als QR-Code: das Feld unter der Karte liest ihn.</translation>
  </message>
  <message>
   <source>Labels &amp;gone from the first sheet</source>
   <translation>&amp;Fehlende Etiketten auf dem ersten Bogen</translation>
  </message>
  <message>
   <source>Print labels</source>
   <translation>Etiketten drucken</translation>
  </message>
  <message>
   <source>The &amp;chosen candidate: {code}</source>
   <translation>Der &amp;gewählte Kandidat: {code}</translation>
  </message>
  <message>
   <source>The &amp;runs in progress and the next experiments</source>
   <translation>Die &amp;laufenden und die nächsten Versuche</translation>
  </message>
  <message>
   <source>US letter</source>
   <translation>US Letter</translation>
  </message>
  <message>
   <source>labels</source>
   <translation>Etiketten</translation>
  </message>
  <message>
   <source>{size} mm, {count} on {paper}</source>
   <translation>{size} mm, {count} auf {paper}</translation>
  </message>
 </context>
 <context>
  <name>LastEntries</name>
  <message>
   <source>By</source>
   <translation>Von</translation>
  </message>
  <message>
   <source>Candidate</source>
   <translation>Kandidat</translation>
  </message>
  <message>
   <source>Last entries</source>
   <translation>Letzte Einträge</translation>
  </message>
  <message>
   <source>Outcome</source>
   <translation>Ergebnis</translation>
  </message>
  <message>
   <source>Run</source>
   <translation>Versuch</translation>
  </message>
  <message>
   <source>Take back run {run}</source>
   <translation>Versuch {run} zurücknehmen</translation>
  </message>
  <message>
   <source>corrected: {reason}</source>
   <translation>korrigiert: {reason}</translation>
  </message>
  <message>
   <source>taken back</source>
   <translation>zurückgenommen</translation>
  </message>
 </context>
 <context>
  <name>MainWindow</name>
  <message>
   <source> (as of run {run})</source>
   <translation> (Stand nach Versuch {run})</translation>
  </message>
  <message>
   <source> (read-only)</source>
   <translation> (nur lesen)</translation>
  </message>
  <message>
   <source>Best candidate found</source>
   <translation>Bester Kandidat gefunden</translation>
  </message>
  <message>
   <source>Close</source>
   <translation>Schließen</translation>
  </message>
  <message>
   <source>Copy path</source>
   <translation>Pfad kopieren</translation>
  </message>
  <message>
   <source>Finish study</source>
   <translation>Studie abschließen</translation>
  </message>
  <message>
   <source>Finished by mistake</source>
   <translation>Versehentlich abgeschlossen</translation>
  </message>
  <message>
   <source>Forget it</source>
   <translation>Verwerfen</translation>
  </message>
  <message>
   <source>Given up</source>
   <translation>Aufgegeben</translation>
  </message>
  <message>
   <source>Instrument fault</source>
   <translation>Gerätefehler</translation>
  </message>
  <message>
   <source>More runs are possible</source>
   <translation>Weitere Versuche sind möglich</translation>
  </message>
  <message>
   <source>Open a study</source>
   <translation>Studie öffnen</translation>
  </message>
  <message>
   <source>Open folder</source>
   <translation>Ordner öffnen</translation>
  </message>
  <message>
   <source>Planned runs are done</source>
   <translation>Geplante Versuche sind durchgeführt</translation>
  </message>
  <message>
   <source>Reopen study</source>
   <translation>Studie wieder öffnen</translation>
  </message>
  <message>
   <source>Sample lost or spoilt</source>
   <translation>Probe verloren oder verdorben</translation>
  </message>
  <message>
   <source>Saved {name}.</source>
   <translation>{name} gespeichert.</translation>
  </message>
  <message>
   <source>Studies (*.kgstudy)</source>
   <translation>Studien (*.kgstudy)</translation>
  </message>
  <message>
   <source>Take it up</source>
   <translation>Übernehmen</translation>
  </message>
  <message>
   <source>Void run</source>
   <translation>Versuch ungültig</translation>
  </message>
  <message>
   <source>When kgdesk ended, {outcome} for {candidate} was entered but not recorded.</source>
   <translation>Als kgdesk endete, war {outcome} für {candidate} eingegeben, aber nicht eingetragen.</translation>
  </message>
  <message>
   <source>Why are there more runs to record?</source>
   <translation>Warum sind weitere Versuche einzutragen?</translation>
  </message>
  <message>
   <source>Why is the result of {candidate} of no use?</source>
   <translation>Warum ist das Ergebnis von {candidate} unbrauchbar?</translation>
  </message>
  <message>
   <source>Why is the study finished?</source>
   <translation>Warum ist die Studie abgeschlossen?</translation>
  </message>
  <message>
   <source>Wrong conditions</source>
   <translation>Falsche Bedingungen</translation>
  </message>
 </context>
 <context>
  <name>MapCard</name>
  <message>
   <source>&amp;Up</source>
   <translation>Nach &amp;oben</translation>
  </message>
  <message>
   <source>A map needs two attributes that are numbers and differ between candidates.</source>
   <translation>Eine Karte braucht zwei Merkmale, die Zahlen sind und sich zwischen den Kandidaten unterscheiden.</translation>
  </message>
  <message>
   <source>Ac&amp;ross</source>
   <translation>Nach &amp;rechts</translation>
  </message>
  <message>
   <source>Expected success</source>
   <translation>Erfolgsaussicht</translation>
  </message>
  <message>
   <source>Expected success (%)</source>
   <translation>Erfolgsaussicht (%)</translation>
  </message>
  <message>
   <source>Expected success {estimate} ({level} range {range})</source>
   <translation>Erfolgsaussicht {estimate} ({level}-Bereich {range})</translation>
  </message>
  <message>
   <source>Hel&amp;d at</source>
   <translation>&amp;Gehalten bei</translation>
  </message>
  <message>
   <source>High end of range (%)</source>
   <translation>Oberes Ende des Bereichs (%)</translation>
  </message>
  <message>
   <source>Highest at {across} {x} and {up} {y}: {best} ({range}); lowest {least}.</source>
   <translation>Am höchsten bei {across} {x} und {up} {y}: {best} ({range}); am niedrigsten {least}.</translation>
  </message>
  <message>
   <source>Low end of range (%)</source>
   <translation>Unteres Ende des Bereichs (%)</translation>
  </message>
  <message>
   <source>Map</source>
   <translation>Karte</translation>
  </message>
  <message>
   <source>S&amp;hows</source>
   <translation>&amp;Zeigt</translation>
  </message>
  <message>
   <source>The brighter the ground, the likelier a success; the lines join places of equal expected success. Two attributes vary, all others are held as the chosen candidate (diamond) has them: what is held stands below. The dots are the candidates, whatever their other attributes, so that a dot on bright ground may have another expected success than the ground under it. Choose the low or the high end of the range to see how sure this is. The wheel zooms.</source>
   <translation>Je heller der Grund, desto wahrscheinlicher ein Erfolg; die Linien verbinden Stellen gleicher Erfolgsaussicht. Zwei Merkmale ändern sich, alle übrigen haben den Wert des gewählten Kandidaten (Raute): Was gehalten wird, steht darunter. Die Punkte sind die Kandidaten, gleich welche übrigen Merkmale sie haben; ein Punkt auf hellem Grund kann also eine andere Erfolgsaussicht haben als der Grund. Wählen Sie das untere oder obere Ende des Bereichs, um zu sehen, wie sicher dies ist. Das Mausrad vergrößert.</translation>
  </message>
  <message>
   <source>Where in the plane of two attributes is success likely?</source>
   <translation>Wo in der Ebene zweier Merkmale ist Erfolg wahrscheinlich?</translation>
  </message>
  <message>
   <source>and {count} more</source>
   <translation>und {count} weitere</translation>
  </message>
  <message>
   <source>expected success</source>
   <translation>Erfolgsaussicht</translation>
  </message>
  <message>
   <source>failure</source>
   <translation>Fehlschlag</translation>
  </message>
  <message>
   <source>held: {code}</source>
   <translation>gehalten: {code}</translation>
  </message>
  <message>
   <source>high end of range</source>
   <translation>oberes Ende des Bereichs</translation>
  </message>
  <message>
   <source>low end of range</source>
   <translation>unteres Ende des Bereichs</translation>
  </message>
  <message>
   <source>success</source>
   <translation>Erfolg</translation>
  </message>
  <message>
   <source>to</source>
   <translation>bis</translation>
  </message>
  <message>
   <source>{level} range from</source>
   <translation>{level}-Bereich von</translation>
  </message>
  <message>
   <source>{name} (held)</source>
   <translation>{name} (gehalten)</translation>
  </message>
  <message>
   <source>{name}, log scale</source>
   <translation>{name}, logarithmisch</translation>
  </message>
 </context>
 <context>
  <name>Meanings</name>
  <message>
   <source>Failure</source>
   <translation>Fehlschlag</translation>
  </message>
  <message>
   <source>Success</source>
   <translation>Erfolg</translation>
  </message>
  <message>
   <source>choose…</source>
   <translation>wählen…</translation>
  </message>
  <message>
   <source>no outcome</source>
   <translation>kein Ergebnis</translation>
  </message>
  <message>
   <source>“{word}” means</source>
   <translation>„{word}“ bedeutet</translation>
  </message>
 </context>
 <context>
  <name>Menus</name>
  <message>
   <source>&amp;About</source>
   <translation>Ü&amp;ber kgdesk</translation>
  </message>
  <message>
   <source>&amp;Check this installation…</source>
   <translation>Installation &amp;prüfen…</translation>
  </message>
  <message>
   <source>&amp;Close</source>
   <translation>&amp;Schließen</translation>
  </message>
  <message>
   <source>&amp;Correct an entry…</source>
   <translation>Eintrag &amp;korrigieren…</translation>
  </message>
  <message>
   <source>&amp;Dark</source>
   <translation>&amp;Dunkel</translation>
  </message>
  <message>
   <source>&amp;Export…</source>
   <translation>&amp;Exportieren…</translation>
  </message>
  <message>
   <source>&amp;Finish study…</source>
   <translation>Studie &amp;abschließen…</translation>
  </message>
  <message>
   <source>&amp;Full screen</source>
   <translation>Voll&amp;bild</translation>
  </message>
  <message>
   <source>&amp;Help</source>
   <translation>&amp;Hilfe</translation>
  </message>
  <message>
   <source>&amp;High contrast</source>
   <translation>Hoher &amp;Kontrast</translation>
  </message>
  <message>
   <source>&amp;Keyboard list</source>
   <translation>&amp;Tastenliste</translation>
  </message>
  <message>
   <source>&amp;Light</source>
   <translation>&amp;Hell</translation>
  </message>
  <message>
   <source>&amp;New from file…</source>
   <translation>&amp;Neu aus Datei…</translation>
  </message>
  <message>
   <source>&amp;Next area</source>
   <translation>&amp;Nächster Bereich</translation>
  </message>
  <message>
   <source>&amp;Open…</source>
   <translation>Ö&amp;ffnen…</translation>
  </message>
  <message>
   <source>&amp;Operator…</source>
   <translation>Be&amp;diener:in…</translation>
  </message>
  <message>
   <source>&amp;Plots</source>
   <translation>&amp;Bilder</translation>
  </message>
  <message>
   <source>&amp;Previous area</source>
   <translation>&amp;Vorheriger Bereich</translation>
  </message>
  <message>
   <source>&amp;Quit</source>
   <translation>Been&amp;den</translation>
  </message>
  <message>
   <source>&amp;Recent</source>
   <translation>&amp;Zuletzt verwendet</translation>
  </message>
  <message>
   <source>&amp;Record</source>
   <translation>&amp;Eintragen</translation>
  </message>
  <message>
   <source>&amp;Rehearse this study…</source>
   <translation>Studie &amp;durchspielen…</translation>
  </message>
  <message>
   <source>&amp;Reset view</source>
   <translation>Ansicht &amp;zurücksetzen</translation>
  </message>
  <message>
   <source>&amp;Run</source>
   <translation>&amp;Versuch</translation>
  </message>
  <message>
   <source>&amp;Study</source>
   <translation>&amp;Studie</translation>
  </message>
  <message>
   <source>&amp;Take back last entry</source>
   <translation>&amp;Letzten Eintrag zurücknehmen</translation>
  </message>
  <message>
   <source>&amp;Text size 100 %</source>
   <translation>&amp;Textgröße 100 %</translation>
  </message>
  <message>
   <source>&amp;Tools</source>
   <translation>E&amp;xtras</translation>
  </message>
  <message>
   <source>&amp;View</source>
   <translation>&amp;Ansicht</translation>
  </message>
  <message>
   <source>&amp;Void…</source>
   <translation>&amp;Ungültig…</translation>
  </message>
  <message>
   <source>As the s&amp;ystem</source>
   <translation>Wie das S&amp;ystem</translation>
  </message>
  <message>
   <source>Back to &amp;now</source>
   <translation>Zurück zum heuti&amp;gen Stand</translation>
  </message>
  <message>
   <source>Ca&amp;ncel</source>
   <translation>A&amp;bbrechen</translation>
  </message>
  <message>
   <source>Choose &amp;another…</source>
   <translation>&amp;Anderen wählen…</translation>
  </message>
  <message>
   <source>Find &amp;command</source>
   <translation>&amp;Befehl suchen</translation>
  </message>
  <message>
   <source>Lan&amp;guage</source>
   <translation>Spra&amp;che</translation>
  </message>
  <message>
   <source>Language: {name}</source>
   <translation>Sprache: {name}</translation>
  </message>
  <message>
   <source>None yet</source>
   <translation>Noch keine</translation>
  </message>
  <message>
   <source>P&amp;resentation</source>
   <translation>P&amp;räsentation</translation>
  </message>
  <message>
   <source>Reo&amp;pen study…</source>
   <translation>Studie &amp;wieder öffnen…</translation>
  </message>
  <message>
   <source>Save a &amp;problem report…</source>
   <translation>Problembericht &amp;speichern…</translation>
  </message>
  <message>
   <source>Settin&amp;gs…</source>
   <translation>E&amp;instellungen…</translation>
  </message>
  <message>
   <source>Show as &amp;table</source>
   <translation>Als &amp;Tabelle zeigen</translation>
  </message>
  <message>
   <source>T&amp;ext size 125 %</source>
   <translation>T&amp;extgröße 125 %</translation>
  </message>
  <message>
   <source>Te&amp;xt size 150 %</source>
   <translation>Te&amp;xtgröße 150 %</translation>
  </message>
  <message>
   <source>Text si&amp;ze 200 %</source>
   <translation>Text&amp;größe 200 %</translation>
  </message>
 </context>
 <context>
  <name>Messages</name>
  <message>
   <source>Ask for the right to write there, or copy the study to a folder of yours.</source>
   <translation>Bitten Sie um das Schreibrecht dort oder kopieren Sie die Studie in einen eigenen Ordner.</translation>
  </message>
  <message>
   <source>Check the disk, the network, and your right to read the file.</source>
   <translation>Prüfen Sie den Datenträger, das Netz und Ihr Leserecht für die Datei.</translation>
  </message>
  <message>
   <source>Check the network and try again.</source>
   <translation>Prüfen Sie das Netz und versuchen Sie es erneut.</translation>
  </message>
  <message>
   <source>Choose a file whose name ends in .kgstudy. A table is made into a study by New from file.</source>
   <translation>Wählen Sie eine Datei, deren Name auf .kgstudy endet. Aus einer Tabelle wird über „Neu aus Datei“ eine Studie.</translation>
  </message>
  <message>
   <source>Choose another name.</source>
   <translation>Wählen Sie einen anderen Namen.</translation>
  </message>
  <message>
   <source>Choose how it is meant, and look at the preview afterwards.</source>
   <translation>Wählen Sie, wie es gemeint ist, und sehen Sie danach die Vorschau an.</translation>
  </message>
  <message>
   <source>Close the file in other programs, or choose another folder.</source>
   <translation>Schließen Sie die Datei in anderen Programmen oder wählen Sie einen anderen Ordner.</translation>
  </message>
  <message>
   <source>Close the study there, or read along until then.</source>
   <translation>Schließen Sie die Studie dort oder lesen Sie bis dahin mit.</translation>
  </message>
  <message>
   <source>F1 explains this ({code}).</source>
   <translation>F1 erklärt das ({code}).</translation>
  </message>
  <message>
   <source>If it comes again, save a problem report from the Help menu and hand it on.</source>
   <translation>Wenn es wieder geschieht, speichern Sie über das Menü Hilfe einen Problembericht und geben Sie ihn weiter.</translation>
  </message>
  <message>
   <source>Install the newer kgdesk on this computer.</source>
   <translation>Installieren Sie das neuere kgdesk auf diesem Rechner.</translation>
  </message>
  <message>
   <source>It can be read, and nothing can be recorded here.</source>
   <translation>Sie lässt sich lesen, aber hier lässt sich nichts eintragen.</translation>
  </message>
  <message>
   <source>It is not certain whether the last entry arrived. Sending it again does no harm.</source>
   <translation>Es ist nicht sicher, ob der letzte Eintrag angekommen ist. Ihn noch einmal zu senden schadet nicht.</translation>
  </message>
  <message>
   <source>Look at the new state of the study, then record again.</source>
   <translation>Sehen Sie den neuen Stand der Studie an und tragen Sie dann erneut ein.</translation>
  </message>
  <message>
   <source>Look for a missing zero, or for a sample of another study.</source>
   <translation>Achten Sie auf eine fehlende Null oder auf eine Probe einer anderen Studie.</translation>
  </message>
  <message>
   <source>Look the number of the run up in History.</source>
   <translation>Sehen Sie die Nummer des Versuchs im Verlauf nach.</translation>
  </message>
  <message>
   <source>Mend it in the table and read the table again.</source>
   <translation>Beheben Sie es in der Tabelle und lesen Sie sie erneut ein.</translation>
  </message>
  <message>
   <source>Mend the cause and try again, or save a rescue copy.</source>
   <translation>Beheben Sie die Ursache und versuchen Sie es erneut, oder speichern Sie eine Rettungskopie.</translation>
  </message>
  <message>
   <source>Mend what is named above and try again.</source>
   <translation>Beheben Sie, was oben genannt ist, und versuchen Sie es erneut.</translation>
  </message>
  <message>
   <source>Nothing was changed.</source>
   <translation>Nichts wurde geändert.</translation>
  </message>
  <message>
   <source>Nothing was changed. The file is not used, and it has to stay where it is.</source>
   <translation>Nichts wurde geändert. Die Datei wird nicht verwendet und muss bleiben, wo sie ist.</translation>
  </message>
  <message>
   <source>Nothing was overwritten.</source>
   <translation>Nichts wurde überschrieben.</translation>
  </message>
  <message>
   <source>Nothing was recorded by it; the runs before are safe.</source>
   <translation>Es wurde nichts eingetragen; die früheren Versuche sind sicher.</translation>
  </message>
  <message>
   <source>Nothing was recorded from here; what is recorded there is safe.</source>
   <translation>Von hier wurde nichts eingetragen; was dort eingetragen ist, ist sicher.</translation>
  </message>
  <message>
   <source>Nothing was taken over from the table.</source>
   <translation>Aus der Tabelle wurde nichts übernommen.</translation>
  </message>
  <message>
   <source>Rehearse again with other truths or another belief.</source>
   <translation>Spielen Sie mit anderen Wahrheiten oder einem anderen Modell erneut durch.</translation>
  </message>
  <message>
   <source>Reopen the study with a reason if there is more to record.</source>
   <translation>Öffnen Sie die Studie mit einer Begründung wieder, wenn noch etwas einzutragen ist.</translation>
  </message>
  <message>
   <source>Restart kgdesk: it opens the study again. A problem report helps whoever looks after the program.</source>
   <translation>Starten Sie kgdesk neu: Es öffnet die Studie wieder. Ein Problembericht hilft denen, die das Programm betreuen.</translation>
  </message>
  <message>
   <source>Restore the study from a backup.</source>
   <translation>Stellen Sie die Studie aus einer Sicherung wieder her.</translation>
  </message>
  <message>
   <source>Start the rehearsal again whenever you like.</source>
   <translation>Beginnen Sie den Probelauf erneut, wann immer Sie möchten.</translation>
  </message>
  <message>
   <source>The last entry is NOT recorded; all runs before it are safe.</source>
   <translation>Der letzte Eintrag ist NICHT aufgenommen; alle früheren Versuche sind sicher.</translation>
  </message>
  <message>
   <source>The study stays as it is; its runs are safe.</source>
   <translation>Die Studie bleibt, wie sie ist; ihre Versuche sind sicher.</translation>
  </message>
  <message>
   <source>Use another unit for the column that is named, or leave the attributes standardised.</source>
   <translation>Verwenden Sie für die genannte Spalte eine andere Einheit oder lassen Sie die Merkmale standardisiert.</translation>
  </message>
  <message>
   <source>What this means</source>
   <translation>Was das heißt</translation>
  </message>
  <message>
   <source>What was there before is untouched; the study is not concerned.</source>
   <translation>Was vorher da war, ist unverändert; die Studie ist nicht betroffen.</translation>
  </message>
  <message>
   <source>You can go on. A problem report, in the Help menu, helps whoever looks after the program.</source>
   <translation>Sie können weiterarbeiten. Ein Problembericht aus dem Menü Hilfe hilft denen, die das Programm betreuen.</translation>
  </message>
  <message>
   <source>Your entry was not recorded; all others are safe.</source>
   <translation>Ihr Eintrag wurde nicht aufgenommen; alle anderen sind sicher.</translation>
  </message>
  <message>
   <source>Your recorded runs are safe.</source>
   <translation>Ihre eingetragenen Versuche sind sicher.</translation>
  </message>
  <message>
   <source>Your study is not concerned.</source>
   <translation>Ihre Studie ist nicht betroffen.</translation>
  </message>
 </context>
 <context>
  <name>ModelTab</name>
  <message>
   <source>&amp;File:</source>
   <translation>&amp;Datei:</translation>
  </message>
  <message>
   <source>({name} of the columns − centre) / scale</source>
   <translation>({name} der Spalten − Mitte) / Maßstab</translation>
  </message>
  <message>
   <source>({name} − centre) / scale</source>
   <translation>({name} − Mitte) / Maßstab</translation>
  </message>
  <message>
   <source>1 if {name} is {level}, else 0</source>
   <translation>1, wenn {name} gleich {level}, sonst 0</translation>
  </message>
  <message>
   <source>1 in every row</source>
   <translation>1 in jeder Zeile</translation>
  </message>
  <message>
   <source>Belief</source>
   <translation>Annahme</translation>
  </message>
  <message>
   <source>Belief about the weights</source>
   <translation>Annahme über die Gewichte</translation>
  </message>
  <message>
   <source>Belief “{kind}” after {count} outcomes. Means and standard deviations are in log-odds per column of the design matrix. Fingerprint {digest}.</source>
   <translation>Annahme „{kind}“ nach {count} Ergebnissen. Mittelwerte und Standardabweichungen in Log-Chance je Spalte der Designmatrix. Fingerabdruck {digest}.</translation>
  </message>
  <message>
   <source>Bent</source>
   <translation>Gekrümmt</translation>
  </message>
  <message>
   <source>Candidate</source>
   <translation>Kandidat</translation>
  </message>
  <message>
   <source>Candidates</source>
   <translation>Kandidaten</translation>
  </message>
  <message>
   <source>Candidates read from</source>
   <translation>Kandidaten gelesen aus</translation>
  </message>
  <message>
   <source>Centre</source>
   <translation>Mitte</translation>
  </message>
  <message>
   <source>Column</source>
   <translation>Spalte</translation>
  </message>
  <message>
   <source>Columns of the design matrix</source>
   <translation>Spalten der Designmatrix</translation>
  </message>
  <message>
   <source>Copy &amp;head of the log</source>
   <translation>&amp;Kopf des Protokolls kopieren</translation>
  </message>
  <message>
   <source>Copy file &amp;name</source>
   <translation>Datei&amp;namen kopieren</translation>
  </message>
  <message>
   <source>Design matrix</source>
   <translation>Designmatrix</translation>
  </message>
  <message>
   <source>Effects</source>
   <translation>Wirkungen</translation>
  </message>
  <message>
   <source>Entries in the log</source>
   <translation>Einträge im Protokoll</translation>
  </message>
  <message>
   <source>Failure is called</source>
   <translation>Fehlschlag heißt</translation>
  </message>
  <message>
   <source>Hash of the last entry</source>
   <translation>Prüfsumme des letzten Eintrags</translation>
  </message>
  <message>
   <source>Highest expected success</source>
   <translation>Höchste Erfolgsaussicht</translation>
  </message>
  <message>
   <source>How to choose</source>
   <translation>Auswahlregel</translation>
  </message>
  <message>
   <source>KG (0..1)</source>
   <translation>KG (0..1)</translation>
  </message>
  <message>
   <source>KG values are not clipped: the calculation is an approximation, and slightly negative ones mean that nothing is to be learnt. Policy: {policy}</source>
   <translation>KG-Werte sind nicht beschnitten: Die Rechnung ist eine Näherung, und leicht negative bedeuten, dass nichts zu lernen ist. Auswahlregel: {policy}</translation>
  </message>
  <message>
   <source>Knowledge gradient</source>
   <translation>Wissensgradient</translation>
  </message>
  <message>
   <source>Made</source>
   <translation>Angelegt</translation>
  </message>
  <message>
   <source>Made as</source>
   <translation>Angelegt als</translation>
  </message>
  <message>
   <source>Model</source>
   <translation>Modell</translation>
  </message>
  <message>
   <source>No column was dropped, and none follows from the others.</source>
   <translation>Keine Spalte wurde weggelassen, und keine folgt aus den anderen.</translation>
  </message>
  <message>
   <source>Numbers are standardised</source>
   <translation>Zahlen werden standardisiert</translation>
  </message>
  <message>
   <source>Odds</source>
   <translation>Chance</translation>
  </message>
  <message>
   <source>Odds per unit</source>
   <translation>Chance je Einheit</translation>
  </message>
  <message>
   <source>Online knowledge gradient</source>
   <translation>Wissensgradient, laufender Nutzen</translation>
  </message>
  <message>
   <source>Parts of the model</source>
   <translation>Bestandteile des Modells</translation>
  </message>
  <message>
   <source>Per unit</source>
   <translation>Je Einheit</translation>
  </message>
  <message>
   <source>Planned runs</source>
   <translation>Geplante Versuche</translation>
  </message>
  <message>
   <source>Policy score</source>
   <translation>Wert der Auswahlregel</translation>
  </message>
  <message>
   <source>Posterior SD</source>
   <translation>Posterior-SD</translation>
  </message>
  <message>
   <source>Posterior mean</source>
   <translation>Posterior-Mittelwert</translation>
  </message>
  <message>
   <source>Prior of the intercept</source>
   <translation>Vorannahme des Achsenabschnitts</translation>
  </message>
  <message>
   <source>Prior strength (precision of every weight)</source>
   <translation>Stärke der Vorannahme (Präzision jedes Gewichts)</translation>
  </message>
  <message>
   <source>Prior strength of products and squares</source>
   <translation>Stärke der Vorannahme für Produkte und Quadrate</translation>
  </message>
  <message>
   <source>Probability</source>
   <translation>Wahrscheinlichkeit</translation>
  </message>
  <message>
   <source>Random</source>
   <translation>Zufall</translation>
  </message>
  <message>
   <source>Raw values</source>
   <translation>Rohwerte</translation>
  </message>
  <message>
   <source>Raw values of the candidates</source>
   <translation>Rohwerte der Kandidaten</translation>
  </message>
  <message>
   <source>Row of X</source>
   <translation>Zeile von X</translation>
  </message>
  <message>
   <source>Rows left out</source>
   <translation>Ausgelassene Zeilen</translation>
  </message>
  <message>
   <source>SHA-256 of that file</source>
   <translation>SHA-256 dieser Datei</translation>
  </message>
  <message>
   <source>Scale</source>
   <translation>Maßstab</translation>
  </message>
  <message>
   <source>Seed</source>
   <translation>Startzahl</translation>
  </message>
  <message>
   <source>Setting</source>
   <translation>Einstellung</translation>
  </message>
  <message>
   <source>Settings and file</source>
   <translation>Einstellungen und Datei</translation>
  </message>
  <message>
   <source>Settings of the study</source>
   <translation>Einstellungen der Studie</translation>
  </message>
  <message>
   <source>Settled when the study was made and fixed since. State of {time}.</source>
   <translation>Beim Anlegen der Studie festgelegt und seitdem unverändert. Stand von {time}.</translation>
  </message>
  <message>
   <source>State</source>
   <translation>Stand</translation>
  </message>
  <message>
   <source>Straight</source>
   <translation>Gerade</translation>
  </message>
  <message>
   <source>Study file</source>
   <translation>Studiendatei</translation>
  </message>
  <message>
   <source>Success is called</source>
   <translation>Erfolg heißt</translation>
  </message>
  <message>
   <source>Terms</source>
   <translation>Terme</translation>
  </message>
  <message>
   <source>The model is being worked out; it appears here by itself.</source>
   <translation>Das Modell wird berechnet; es erscheint hier von selbst.</translation>
  </message>
  <message>
   <source>Title</source>
   <translation>Titel</translation>
  </message>
  <message>
   <source>Unit</source>
   <translation>Einheit</translation>
  </message>
  <message>
   <source>Value</source>
   <translation>Wert</translation>
  </message>
  <message>
   <source>finished {time} by {operator}: {reason}</source>
   <translation>abgeschlossen {time} von {operator}: {reason}</translation>
  </message>
  <message>
   <source>left out: the same for every candidate</source>
   <translation>weggelassen: für alle Kandidaten gleich</translation>
  </message>
  <message>
   <source>mean {mean} log-odds (a typical candidate: {chance})</source>
   <translation>Mittelwert {mean} Log-Chance (ein üblicher Kandidat: {chance})</translation>
  </message>
  <message>
   <source>no</source>
   <translation>nein</translation>
  </message>
  <message>
   <source>open</source>
   <translation>offen</translation>
  </message>
  <message>
   <source>straight and bent models, weighted by the outcomes</source>
   <translation>gerade und gekrümmte Modelle, nach den Ergebnissen gewichtet</translation>
  </message>
  <message>
   <source>the best lies at an end of every range</source>
   <translation>das Beste liegt an einem Ende jedes Bereichs</translation>
  </message>
  <message>
   <source>the best may lie in the middle of a range</source>
   <translation>das Beste kann in der Mitte eines Bereichs liegen</translation>
  </message>
  <message>
   <source>the effect of a number may depend on another one</source>
   <translation>die Wirkung einer Zahl kann von einer anderen abhängen</translation>
  </message>
  <message>
   <source>yes</source>
   <translation>ja</translation>
  </message>
  <message>
   <source>{count}, in {distinct} different rows</source>
   <translation>{count}, in {distinct} verschiedenen Zeilen</translation>
  </message>
  <message>
   <source>{model}, precision {precision}</source>
   <translation>{model}, Präzision {precision}</translation>
  </message>
  <message>
   <source>{model}: weight {weight}</source>
   <translation>{model}: Gewicht {weight}</translation>
  </message>
  <message>
   <source>{share} quantile</source>
   <translation>{share}-Quantil</translation>
  </message>
 </context>
 <context>
  <name>MoreChoices</name>
  <message>
   <source>&amp;How to choose</source>
   <translation>&amp;Auswahlregel</translation>
  </message>
  <message>
   <source>&amp;More: how to choose, when to stop, what never runs together</source>
   <translation>Meh&amp;r: Auswahlregel, wann Schluss ist, was nie gleichzeitig läuft</translation>
  </message>
  <message>
   <source>All outcomes count alike in whatever order they came; honest ranges.</source>
   <translation>Alle Ergebnisse zählen gleich, in welcher Reihenfolge sie auch kamen; ehrliche Bereiche.</translation>
  </message>
  <message>
   <source>Always the best so far</source>
   <translation>Immer der bisher beste</translation>
  </message>
  <message>
   <source>Any candidates</source>
   <translation>Beliebige Kandidaten</translation>
  </message>
  <message>
   <source>As in the paper</source>
   <translation>Wie in der Veröffentlichung</translation>
  </message>
  <message>
   <source>Be&amp;lief</source>
   <translation>M&amp;odell</translation>
  </message>
  <message>
   <source>Correlated</source>
   <translation>Korreliert</translation>
  </message>
  <message>
   <source>For instance: {example} (points and per cent).</source>
   <translation>Zum Beispiel: {example} (Punkte und Prozent).</translation>
  </message>
  <message>
   <source>Knowledge gradient (recommended)</source>
   <translation>Wissensgradient (empfohlen)</translation>
  </message>
  <message>
   <source>More choices</source>
   <translation>Weitere Einstellungen</translation>
  </message>
  <message>
   <source>Never two of the same “{column}”</source>
   <translation>Nie zwei mit gleichem Wert in „{column}“</translation>
  </message>
  <message>
   <source>No correlations; fast, but its ranges are narrower than they should be.</source>
   <translation>Keine Korrelationen; schnell, aber die Bereiche sind schmaler, als sie sein sollten.</translation>
  </message>
  <message>
   <source>Of the candidates with the same value in this column, as an instrument, one run at most is in progress.</source>
   <translation>Von den Kandidaten mit gleichem Wert in dieser Spalte, etwa einem Gerät, läuft höchstens ein Versuch.</translation>
  </message>
  <message>
   <source>Online knowledge gradient</source>
   <translation>Wissensgradient, laufender Nutzen</translation>
  </message>
  <message>
   <source>Random</source>
   <translation>Zufall</translation>
  </message>
  <message>
   <source>Recommended</source>
   <translation>Empfohlen</translation>
  </message>
  <message>
   <source>Run to&amp;gether</source>
   <translation>Gle&amp;ichzeitig laufen</translation>
  </message>
  <message>
   <source>The paper's update with correlations between the effects.</source>
   <translation>Die Rechnung der Veröffentlichung, mit Korrelationen zwischen den Wirkungen.</translation>
  </message>
  <message>
   <source>You can s&amp;top when</source>
   <translation>Auf&amp;hören möglich, wenn</translation>
  </message>
  <message>
   <source>the planned runs are spent</source>
   <translation>die geplanten Versuche verbraucht sind</translation>
  </message>
 </context>
 <context>
  <name>NewStudyWizard</name>
  <message>
   <source>&amp;Create study</source>
   <translation>Studie an&amp;legen</translation>
  </message>
  <message>
   <source>1 Candidates</source>
   <translation>1 Kandidaten</translation>
  </message>
  <message>
   <source>2 Columns</source>
   <translation>2 Spalten</translation>
  </message>
  <message>
   <source>3 Outcome and plan</source>
   <translation>3 Ergebnis und Plan</translation>
  </message>
  <message>
   <source>4 Check</source>
   <translation>4 Prüfen</translation>
  </message>
  <message>
   <source>Cancel</source>
   <translation>Abbrechen</translation>
  </message>
  <message>
   <source>Looking at the columns…</source>
   <translation>Die Spalten werden angesehen…</translation>
  </message>
  <message>
   <source>Making the study…</source>
   <translation>Die Studie wird angelegt…</translation>
  </message>
  <message>
   <source>Ne&amp;xt ›</source>
   <translation>&amp;Weiter ›</translation>
  </message>
  <message>
   <source>New study</source>
   <translation>Neue Studie</translation>
  </message>
  <message>
   <source>Reading the table…</source>
   <translation>Die Tabelle wird gelesen…</translation>
  </message>
  <message>
   <source>Working</source>
   <translation>Bitte warten</translation>
  </message>
  <message>
   <source>Working out what is known…</source>
   <translation>Es wird berechnet, was schon bekannt ist…</translation>
  </message>
  <message>
   <source>‹ &amp;Back</source>
   <translation>‹ &amp;Zurück</translation>
  </message>
 </context>
 <context>
  <name>NextCard</name>
  <message>
   <source>Back to {candidate}</source>
   <translation>Zurück zu {candidate}</translation>
  </message>
  <message>
   <source>Cancel</source>
   <translation>Abbrechen</translation>
  </message>
  <message>
   <source>Chosen by {who}</source>
   <translation>Gewählt von {who}</translation>
  </message>
  <message>
   <source>Chosen by {who} instead of {candidate}</source>
   <translation>Gewählt von {who} statt {candidate}</translation>
  </message>
  <message>
   <source>Expected success {probability} ({level} range {range})</source>
   <translation>Erfolgsaussicht {probability} ({level}-Bereich {range})</translation>
  </message>
  <message>
   <source>Expected success: still being worked out.</source>
   <translation>Erfolgsaussicht: wird noch berechnet.</translation>
  </message>
  <message>
   <source>Finish study…</source>
   <translation>Studie abschließen…</translation>
  </message>
  <message>
   <source>Its value of testing is {points} points less.</source>
   <translation>Sein Versuch ist {points} Punkte weniger wert.</translation>
  </message>
  <message>
   <source>Its value of testing is {points} points more.</source>
   <translation>Sein Versuch ist {points} Punkte mehr wert.</translation>
  </message>
  <message>
   <source>Most likely to change which candidate we would pick.</source>
   <translation>Ändert am ehesten, welchen Kandidaten wir wählen würden.</translation>
  </message>
  <message>
   <source>Next experiment</source>
   <translation>Nächster Versuch</translation>
  </message>
  <message>
   <source>No next experiment yet</source>
   <translation>Noch kein nächster Versuch</translation>
  </message>
  <message>
   <source>Nothing left in the list is expected to change the choice. You can stop.</source>
   <translation>Kein Kandidat der Liste wird die Wahl voraussichtlich noch ändern. Sie können aufhören.</translation>
  </message>
  <message>
   <source>Operator…</source>
   <translation>Bediener:in…</translation>
  </message>
  <message>
   <source>Preparing the calculation</source>
   <translation>Die Rechnung wird vorbereitet</translation>
  </message>
  <message>
   <source>Preparing the calculation (first start only)</source>
   <translation>Die Rechnung wird vorbereitet (nur beim ersten Start)</translation>
  </message>
  <message>
   <source>Result of run {run}</source>
   <translation>Ergebnis von Versuch {run}</translation>
  </message>
  <message>
   <source>Sharpens the estimate of the current best.</source>
   <translation>Macht die Erfolgsaussicht des aktuell besten Kandidaten genauer.</translation>
  </message>
  <message>
   <source>Started {time} by {operator}.</source>
   <translation>Begonnen {time} von {operator}.</translation>
  </message>
  <message>
   <source>Wait for the suggestion</source>
   <translation>Auf den Vorschlag warten</translation>
  </message>
  <message>
   <source>Work it out</source>
   <translation>Berechnen</translation>
  </message>
  <message>
   <source>Working out the next experiment…</source>
   <translation>Der nächste Versuch wird berechnet…</translation>
  </message>
  <message>
   <source>Working out the next experiment… {seconds} s</source>
   <translation>Der nächste Versuch wird berechnet… {seconds} s</translation>
  </message>
  <message>
   <source>Working out the next experiment… {seconds} s, {share} % done</source>
   <translation>Der nächste Versuch wird berechnet… {seconds} s, {share} % fertig</translation>
  </message>
  <message>
   <source>would leave {candidate} the best ({probability})</source>
   <translation>ließe {candidate} den besten bleiben ({probability})</translation>
  </message>
  <message>
   <source>would make {candidate} the best ({probability})</source>
   <translation>machte {candidate} zum besten ({probability})</translation>
  </message>
  <message>
   <source>⚠ It is out of stock.</source>
   <translation>⚠ Er ist nicht verfügbar.</translation>
  </message>
  <message>
   <source>⚠ Nothing can start before a run in progress has its outcome.</source>
   <translation>⚠ Nichts kann beginnen, bevor ein laufender Versuch sein Ergebnis hat.</translation>
  </message>
  <message>
   <source>⚠ Say who is working before you record: set the operator.</source>
   <translation>⚠ Geben Sie vor dem Eintragen an, wer arbeitet: Bediener:in festlegen.</translation>
  </message>
  <message>
   <source>⚠ {what} See Checks.</source>
   <translation>⚠ {what} Siehe Prüfungen.</translation>
  </message>
 </context>
 <context>
  <name>NoteDialog</name>
  <message>
   <source>&amp;Note</source>
   <translation>&amp;Notiz</translation>
  </message>
  <message>
   <source>A&amp;bout</source>
   <translation>&amp;Betrifft</translation>
  </message>
  <message>
   <source>Add a note</source>
   <translation>Notiz hinzufügen</translation>
  </message>
  <message>
   <source>It is signed with your name and the time, stays for good, and is shown in History.</source>
   <translation>Sie trägt Ihren Namen und die Zeit, bleibt für immer und steht im Verlauf.</translation>
  </message>
  <message>
   <source>Keep note   Ctrl+Enter</source>
   <translation>Notiz behalten   Strg+Eingabe</translation>
  </message>
  <message>
   <source>Note</source>
   <translation>Notiz</translation>
  </message>
  <message>
   <source>Run {run}: {code}, {outcome}</source>
   <translation>Versuch {run}: {code}, {outcome}</translation>
  </message>
  <message>
   <source>The study</source>
   <translation>Die Studie</translation>
  </message>
 </context>
 <context>
  <name>OperatorDialog</name>
  <message>
   <source>&amp;Name or initials</source>
   <translation>&amp;Name oder Kürzel</translation>
  </message>
  <message>
   <source>Every entry is signed with this name.</source>
   <translation>Jeder Eintrag trägt diesen Namen.</translation>
  </message>
  <message>
   <source>Operator</source>
   <translation>Bediener:in</translation>
  </message>
 </context>
 <context>
  <name>Options</name>
  <message>
   <source>&amp;Decimal sign</source>
   <translation>Dezi&amp;malzeichen</translation>
  </message>
  <message>
   <source>&amp;Encoding</source>
   <translation>Zei&amp;chensatz</translation>
  </message>
  <message>
   <source>Bar |</source>
   <translation>Senkrechter Strich |</translation>
  </message>
  <message>
   <source>Comma ,</source>
   <translation>Komma ,</translation>
  </message>
  <message>
   <source>Comma, as in 1,5</source>
   <translation>Komma, wie in 1,5</translation>
  </message>
  <message>
   <source>DOS (cp850)</source>
   <translation>DOS (cp850)</translation>
  </message>
  <message>
   <source>Find out</source>
   <translation>Selbst erkennen</translation>
  </message>
  <message>
   <source>Found: {reading}</source>
   <translation>Erkannt: {reading}</translation>
  </message>
  <message>
   <source>None (one column)</source>
   <translation>Keines (eine Spalte)</translation>
  </message>
  <message>
   <source>Old Macintosh (mac-roman)</source>
   <translation>Altes Macintosh (mac-roman)</translation>
  </message>
  <message>
   <source>Point, as in 1.5</source>
   <translation>Punkt, wie in 1.5</translation>
  </message>
  <message>
   <source>S&amp;heet</source>
   <translation>&amp;Blatt</translation>
  </message>
  <message>
   <source>Se&amp;parator</source>
   <translation>T&amp;rennzeichen</translation>
  </message>
  <message>
   <source>Semicolon ;</source>
   <translation>Semikolon ;</translation>
  </message>
  <message>
   <source>Tab</source>
   <translation>Tabulator</translation>
  </message>
  <message>
   <source>Unicode (utf-16)</source>
   <translation>Unicode (utf-16)</translation>
  </message>
  <message>
   <source>Unicode (utf-8)</source>
   <translation>Unicode (utf-8)</translation>
  </message>
  <message>
   <source>Windows, Central Europe (cp1250)</source>
   <translation>Windows, Mitteleuropa (cp1250)</translation>
  </message>
  <message>
   <source>Windows, Western (cp1252)</source>
   <translation>Windows, westlich (cp1252)</translation>
  </message>
 </context>
 <context>
  <name>Outlets</name>
  <message>
   <source>&amp;Copy picture</source>
   <translation>Bild &amp;kopieren</translation>
  </message>
  <message>
   <source>&amp;Save picture as…</source>
   <translation>Bild &amp;speichern unter…</translation>
  </message>
  <message>
   <source>Close</source>
   <translation>Schließen</translation>
  </message>
  <message>
   <source>No picture is shown here: choose a tab with pictures first.</source>
   <translation>Hier ist kein Bild zu sehen: Wählen Sie zuerst eine Ansicht mit Bildern.</translation>
  </message>
  <message>
   <source>PDF, to print and to sign (*.pdf);;HTML, to read in a browser (*.html)</source>
   <translation>PDF, zum Drucken und Unterschreiben (*.pdf);;HTML, zum Lesen im Browser (*.html)</translation>
  </message>
  <message>
   <source>Repor&amp;t…</source>
   <translation>Be&amp;richt…</translation>
  </message>
  <message>
   <source>Report</source>
   <translation>Bericht</translation>
  </message>
  <message>
   <source>Save picture</source>
   <translation>Bild speichern</translation>
  </message>
  <message>
   <source>The picture “{title}” is on the clipboard.</source>
   <translation>Das Bild „{title}“ ist in der Zwischenablage.</translation>
  </message>
 </context>
 <context>
  <name>OverviewTab</name>
  <message>
   <source>Overview</source>
   <translation>Überblick</translation>
  </message>
  <message>
   <source>Picture</source>
   <translation>Bild</translation>
  </message>
 </context>
 <context>
  <name>PictureCard</name>
  <message>
   <source>Figure: {title}</source>
   <translation>Bild: {title}</translation>
  </message>
  <message>
   <source>How to read this</source>
   <translation>So liest man das</translation>
  </message>
  <message>
   <source>How to read this: {title}</source>
   <translation>So liest man das: {title}</translation>
  </message>
  <message>
   <source>Show as table</source>
   <translation>Als Tabelle zeigen</translation>
  </message>
  <message>
   <source>Show as table: {title}</source>
   <translation>Als Tabelle zeigen: {title}</translation>
  </message>
  <message>
   <source>Table: {title}</source>
   <translation>Tabelle: {title}</translation>
  </message>
 </context>
 <context>
  <name>PlanPage</name>
  <message>
   <source>&amp;Failure is called</source>
   <translation>&amp;Fehlschlag heißt</translation>
  </message>
  <message>
   <source>&amp;Not sure: start neutral</source>
   <translation>&amp;Unsicher: neutral beginnen</translation>
  </message>
  <message>
   <source>&amp;Of 100 candidates about</source>
   <translation>&amp;Von 100 Kandidaten haben etwa</translation>
  </message>
  <message>
   <source>&amp;Success is called</source>
   <translation>&amp;Erfolg heißt</translation>
  </message>
  <message>
   <source>&amp;and counts when</source>
   <translation>u&amp;nd zählt, wenn</translation>
  </message>
  <message>
   <source>A typical candidate is expected to succeed between {low} and {high} of the time.</source>
   <translation>Ein üblicher Kandidat hat voraussichtlich in {low} bis {high} der Fälle Erfolg.</translation>
  </message>
  <message>
   <source>Before the first run, success and failure count as equally likely.</source>
   <translation>Vor dem ersten Versuch gelten Erfolg und Fehlschlag als gleich wahrscheinlich.</translation>
  </message>
  <message>
   <source>Could the best lie in the &amp;middle of a range?</source>
   <translation>&amp;Kann das Beste in der Mitte eines Bereichs liegen?</translation>
  </message>
  <message>
   <source>Could the best lie in the middle of a range</source>
   <translation>Kann das Beste in der Mitte eines Bereichs liegen</translation>
  </message>
  <message>
   <source>How many r&amp;uns are planned?</source>
   <translation>Wie viele Versuche sind &amp;geplant?</translation>
  </message>
  <message>
   <source>I don't know</source>
   <translation>Weiß ich nicht</translation>
  </message>
  <message>
   <source>Of 100 candidates so many succeed</source>
   <translation>So viele von 100 Kandidaten haben Erfolg</translation>
  </message>
  <message>
   <source>Planned runs</source>
   <translation>Geplante Versuche</translation>
  </message>
  <message>
   <source>The attributes matter</source>
   <translation>Die Merkmale wirken sich aus</translation>
  </message>
  <message>
   <source>Voids do not count. You may stop earlier or go on.</source>
   <translation>Ungültige zählen nicht. Sie können früher aufhören oder weitermachen.</translation>
  </message>
  <message>
   <source>What is known already?</source>
   <translation>Was ist bereits bekannt?</translation>
  </message>
  <message>
   <source>What is the outcome of a run?</source>
   <translation>Was ist das Ergebnis eines Versuchs?</translation>
  </message>
  <message>
   <source>Working out what this says…</source>
   <translation>Es wird berechnet, was dies bedeutet…</translation>
  </message>
  <message>
   <source>a little</source>
   <translation>ein wenig</translation>
  </message>
  <message>
   <source>a lot</source>
   <translation>stark</translation>
  </message>
  <message>
   <source>an&amp;d counts when</source>
   <translation>un&amp;d zählt, wenn</translation>
  </message>
  <message>
   <source>for instance: anything less</source>
   <translation>zum Beispiel: alles darunter</translation>
  </message>
  <message>
   <source>for instance: at least 80 % yield</source>
   <translation>zum Beispiel: mindestens 80 % Ausbeute</translation>
  </message>
  <message>
   <source>no, always at an end</source>
   <translation>nein, immer an einem Ende</translation>
  </message>
  <message>
   <source>succeed, and the attri&amp;butes matter</source>
   <translation>Erfolg, und die &amp;Merkmale wirken</translation>
  </message>
  <message>
   <source>to some degree</source>
   <translation>mittelstark</translation>
  </message>
  <message>
   <source>yes</source>
   <translation>ja</translation>
  </message>
 </context>
 <context>
  <name>PlanRehearsal</name>
  <message>
   <source>&amp;Rehearse</source>
   <translation>Durch&amp;spielen</translation>
  </message>
  <message>
   <source>Cance&amp;l rehearsal</source>
   <translation>Durchspielen a&amp;bbrechen</translation>
  </message>
  <message>
   <source>Simulates studies with these settings and says how near to the true best they end.</source>
   <translation>Simuliert Studien mit diesen Einstellungen und zeigt, wie nahe sie dem wahren Besten kommen.</translation>
  </message>
  <message>
   <source>Starting…</source>
   <translation>Beginnt…</translation>
  </message>
  <message>
   <source>{done} of {total} rehearsals, {left}.</source>
   <translation>{done} von {total} Probeläufen, {left}.</translation>
  </message>
 </context>
 <context>
  <name>PlateCard</name>
  <message>
   <source>Candidate</source>
   <translation>Kandidat</translation>
  </message>
  <message>
   <source>Current best: {code} in {well}.</source>
   <translation>Aktuell bester Kandidat: {code} in {well}.</translation>
  </message>
  <message>
   <source>Each place is a well of the plate. A dot is a success, a cross a failure, both a candidate whose runs disagree, a dash a void, a triangle a run in progress, and a ring a candidate that was not run yet; a speck is an empty well. The square is the next experiment, the circle the current best, the diamond the chosen candidate. Neighbours that share an outcome may share a cause that has nothing to do with the attributes, as the edge of the plate: look for patterns. A click chooses a candidate.</source>
   <translation>Jeder Platz ist eine Vertiefung der Platte. Ein Punkt ist ein Erfolg, ein Kreuz ein Fehlschlag, beides ein Kandidat mit uneinigen Versuchen, ein Strich ein ungültiger Versuch, ein Dreieck ein laufender Versuch und ein Ring ein Kandidat ohne Versuch; ein Pünktchen ist eine leere Vertiefung. Das Quadrat ist der nächste Versuch, der Kreis der aktuell beste Kandidat, die Raute der gewählte Kandidat. Nachbarn mit gleichem Ergebnis können eine Ursache teilen, die nichts mit den Merkmalen zu tun hat, etwa den Rand der Platte: achten Sie auf Muster. Ein Klick wählt einen Kandidaten.</translation>
  </message>
  <message>
   <source>Expected success</source>
   <translation>Erfolgsaussicht</translation>
  </message>
  <message>
   <source>Expected success {estimate} ({level} range {range})</source>
   <translation>Erfolgsaussicht {estimate} ({level}-Bereich {range})</translation>
  </message>
  <message>
   <source>Mark</source>
   <translation>Kennzeichen</translation>
  </message>
  <message>
   <source>Next: {code} in {well}.</source>
   <translation>Nächster: {code} in {well}.</translation>
  </message>
  <message>
   <source>No column tells in which well a candidate stands. Keep a column with wells such as A1 or P2-D07 with the candidates to see the plate.</source>
   <translation>Keine Spalte sagt, in welcher Vertiefung ein Kandidat steht. Behalten Sie bei den Kandidaten eine Spalte mit Plätzen wie A1 oder P2-D07, um die Platte zu sehen.</translation>
  </message>
  <message>
   <source>Outcome</source>
   <translation>Ergebnis</translation>
  </message>
  <message>
   <source>P&amp;late</source>
   <translation>&amp;Platte</translation>
  </message>
  <message>
   <source>Plate</source>
   <translation>Platte</translation>
  </message>
  <message>
   <source>Well</source>
   <translation>Vertiefung</translation>
  </message>
  <message>
   <source>What came out of each well?</source>
   <translation>Was kam in jeder Vertiefung heraus?</translation>
  </message>
  <message>
   <source>best {code}</source>
   <translation>bester {code}</translation>
  </message>
  <message>
   <source>both</source>
   <translation>beides</translation>
  </message>
  <message>
   <source>current best</source>
   <translation>aktuell bester Kandidat</translation>
  </message>
  <message>
   <source>failure</source>
   <translation>Fehlschlag</translation>
  </message>
  <message>
   <source>in progress</source>
   <translation>läuft</translation>
  </message>
  <message>
   <source>next</source>
   <translation>nächster</translation>
  </message>
  <message>
   <source>next {code}</source>
   <translation>nächster {code}</translation>
  </message>
  <message>
   <source>not run</source>
   <translation>ohne Versuch</translation>
  </message>
  <message>
   <source>plate {number}</source>
   <translation>Platte {number}</translation>
  </message>
  <message>
   <source>selected {code}</source>
   <translation>ausgewählt {code}</translation>
  </message>
  <message>
   <source>success</source>
   <translation>Erfolg</translation>
  </message>
  <message>
   <source>to</source>
   <translation>bis</translation>
  </message>
  <message>
   <source>void</source>
   <translation>ungültig</translation>
  </message>
  <message>
   <source>{level} range from</source>
   <translation>{level}-Bereich von</translation>
  </message>
  <message>
   <source>{tried} of {all} candidates on this plate were tried, {good} with success.</source>
   <translation>{tried} von {all} Kandidaten auf dieser Platte wurden geprüft, {good} mit Erfolg.</translation>
  </message>
 </context>
 <context>
  <name>Policies</name>
  <message>
   <source>Best so far</source>
   <translation>Bisher bester</translation>
  </message>
  <message>
   <source>Discriminative</source>
   <translation>Diskriminativ</translation>
  </message>
  <message>
   <source>Fisher information</source>
   <translation>Fisher-Information</translation>
  </message>
  <message>
   <source>Fisher information, exact</source>
   <translation>Fisher-Information, exakt</translation>
  </message>
  <message>
   <source>Knowledge gradient</source>
   <translation>Wissensgradient</translation>
  </message>
  <message>
   <source>Logistic bound</source>
   <translation>Logistische Schranke</translation>
  </message>
  <message>
   <source>Most uncertain</source>
   <translation>Unsicherster</translation>
  </message>
  <message>
   <source>Online knowledge gradient</source>
   <translation>Wissensgradient, laufender Nutzen</translation>
  </message>
  <message>
   <source>Random</source>
   <translation>Zufall</translation>
  </message>
  <message>
   <source>Thompson sampling</source>
   <translation>Thompson-Stichprobe</translation>
  </message>
  <message>
   <source>Top two</source>
   <translation>Die besten zwei</translation>
  </message>
  <message>
   <source>Upper quantile</source>
   <translation>Oberes Quantil</translation>
  </message>
 </context>
 <context>
  <name>Presentation</name>
  <message>
   <source>Close</source>
   <translation>Schließen</translation>
  </message>
  <message>
   <source>Presentation: names are hidden, and nothing can be recorded. Esc or F5 ends it.</source>
   <translation>Präsentation: Namen sind verborgen, und nichts lässt sich eintragen. Esc oder F5 beendet sie.</translation>
  </message>
  <message>
   <source>{done} of {budget} runs recorded</source>
   <translation>{done} von {budget} Versuchen eingetragen</translation>
  </message>
 </context>
 <context>
  <name>Preview</name>
  <message>
   <source>The first rows as they were read</source>
   <translation>Die ersten Zeilen, wie sie gelesen wurden</translation>
  </message>
 </context>
 <context>
  <name>ProblemDialog</name>
  <message>
   <source>&amp;Save the report…</source>
   <translation>Bericht &amp;speichern…</translation>
  </message>
  <message>
   <source>A report helps whoever looks after the program. It is saved on this computer as one file, and goes nowhere unless you send it. Logs can name folders, studies and candidates: look at each part, and take away the tick of what shall not be in it.</source>
   <translation>Ein Bericht hilft denen, die das Programm betreuen. Er wird auf diesem Rechner als eine Datei gespeichert und geht nirgendwohin, wenn Sie ihn nicht senden. Protokolle können Ordner, Studien und Kandidaten nennen: Sehen Sie jeden Teil an und nehmen Sie das Häkchen von allem, was nicht hinein soll.</translation>
  </message>
  <message>
   <source>Contents</source>
   <translation>Inhalt</translation>
  </message>
  <message>
   <source>Problem report</source>
   <translation>Problembericht</translation>
  </message>
  <message>
   <source>Problem report (*.zip)</source>
   <translation>Problembericht (*.zip)</translation>
  </message>
  <message>
   <source>Save the problem report</source>
   <translation>Problembericht speichern</translation>
  </message>
  <message>
   <source>Saved {name}. Hand it to whoever looks after the program; kgdesk sends nothing.</source>
   <translation>{name} gespeichert. Geben Sie den Bericht denen, die das Programm betreuen; kgdesk sendet nichts.</translation>
  </message>
  <message>
   <source>The study, with candidates, outcomes and names</source>
   <translation>Die Studie mit Kandidaten, Ergebnissen und Namen</translation>
  </message>
  <message>
   <source>The whole study as an archive: all candidates with their attributes, all outcomes, the notes, and the names of the operators. Tick it only for somebody who may know them.</source>
   <translation>Die ganze Studie als Archiv: alle Kandidaten mit ihren Merkmalen, alle Ergebnisse, die Notizen und die Namen der Bediener:innen. Setzen Sie das Häkchen nur für jemanden, der sie kennen darf.</translation>
  </message>
  <message>
   <source>This program and this computer</source>
   <translation>Dieses Programm und dieser Rechner</translation>
  </message>
  <message>
   <source>What it says</source>
   <translation>Was darin steht</translation>
  </message>
  <message>
   <source>What the program noted</source>
   <translation>Was das Programm vermerkt hat</translation>
  </message>
  <message>
   <source>What went wrong just now</source>
   <translation>Was eben schiefging</translation>
  </message>
 </context>
 <context>
  <name>Program</name>
  <message>
   <source> Seen before but in no backup: {count}. Record them again.</source>
   <translation> Früher gesehen, aber in keiner Sicherung: {count}. Tragen Sie sie neu ein.</translation>
  </message>
  <message>
   <source>&amp;Restore from backup</source>
   <translation>Aus Sicherung &amp;wiederherstellen</translation>
  </message>
  <message>
   <source>Close</source>
   <translation>Schließen</translation>
  </message>
  <message>
   <source>Not now</source>
   <translation>Nicht jetzt</translation>
  </message>
  <message>
   <source>Open it now</source>
   <translation>Jetzt öffnen</translation>
  </message>
  <message>
   <source>Opening {name}…</source>
   <translation>{name} wird geöffnet…</translation>
  </message>
  <message>
   <source>Problem report…</source>
   <translation>Problembericht…</translation>
  </message>
  <message>
   <source>Restored {count} entries from {name}.</source>
   <translation>{count} Einträge aus {name} wiederhergestellt.</translation>
  </message>
  <message>
   <source>Restoring keeps the damaged file under another name and takes the newest whole backup.</source>
   <translation>Beim Wiederherstellen bleibt die beschädigte Datei unter einem anderen Namen erhalten, und die neueste unversehrte Sicherung wird genommen.</translation>
  </message>
  <message>
   <source>The language changes with the next window: close the study and open it again.</source>
   <translation>Die Sprache wechselt mit dem nächsten Fenster: Schließen Sie die Studie und öffnen Sie sie wieder.</translation>
  </message>
  <message>
   <source>kgdesk did not close properly the last time.</source>
   <translation>kgdesk wurde beim letzten Mal nicht richtig beendet.</translation>
  </message>
  <message>
   <source>kgdesk did not close properly the last time. Every run that was recorded is safe.</source>
   <translation>kgdesk wurde beim letzten Mal nicht richtig beendet. Jeder eingetragene Versuch ist sicher.</translation>
  </message>
  <message>
   <source>{name} is to be opened. Finish first what you have begun here.</source>
   <translation>{name} soll geöffnet werden. Beenden Sie erst, was Sie hier begonnen haben.</translation>
  </message>
 </context>
 <context>
  <name>ProjectShelf</name>
  <message>
   <source>(in no project)</source>
   <translation>(in keinem Projekt)</translation>
  </message>
  <message>
   <source>Last entry</source>
   <translation>Letzter Eintrag</translation>
  </message>
  <message>
   <source>Project and study</source>
   <translation>Projekt und Studie</translation>
  </message>
  <message>
   <source>Projects</source>
   <translation>Projekte</translation>
  </message>
  <message>
   <source>Runs</source>
   <translation>Versuche</translation>
  </message>
  <message>
   <source>cannot be read</source>
   <translation>nicht lesbar</translation>
  </message>
  <message>
   <source>no study yet</source>
   <translation>noch keine Studie</translation>
  </message>
  <message>
   <source>{runs}, finished</source>
   <translation>{runs}, abgeschlossen</translation>
  </message>
 </context>
 <context>
  <name>PromisingCard</name>
  <message>
   <source>Candidate</source>
   <translation>Kandidat</translation>
  </message>
  <message>
   <source>Each row is one candidate, the most promising at the top. The dot is the success that we expect, the bar the range in which it probably lies: a long bar says that little is known. Where bars overlap, the order can still change. The signs at the right count what was recorded for this very candidate; most are judged from others that are like them.</source>
   <translation>Jede Zeile ist ein Kandidat, der vielversprechendste oben. Der Punkt ist die Erfolgsaussicht, der Balken der Bereich, in dem sie vermutlich liegt: Ein langer Balken heißt, dass wenig bekannt ist. Wo Balken sich überschneiden, kann sich die Reihenfolge noch ändern. Die Zeichen rechts zählen, was für genau diesen Kandidaten eingetragen ist; die meisten werden nach ähnlichen Kandidaten beurteilt.</translation>
  </message>
  <message>
   <source>Expected success</source>
   <translation>Erfolgsaussicht</translation>
  </message>
  <message>
   <source>Expected success {estimate} ({level} range {range})</source>
   <translation>Erfolgsaussicht {estimate} ({level}-Bereich {range})</translation>
  </message>
  <message>
   <source>No outcomes yet. After the first run this shows the candidates that look best.</source>
   <translation>Noch keine Ergebnisse. Nach dem ersten Versuch zeigt dieses Bild die vielversprechendsten Kandidaten.</translation>
  </message>
  <message>
   <source>None of the others comes near it.</source>
   <translation>Keiner der anderen kommt ihm nahe.</translation>
  </message>
  <message>
   <source>Recorded: {successes} {success}, {failures} {failure}</source>
   <translation>Eingetragen: {successes} {success}, {failures} {failure}</translation>
  </message>
  <message>
   <source>The ranges of all others overlap with it.</source>
   <translation>Die Bereiche aller anderen überschneiden sich mit seinem.</translation>
  </message>
  <message>
   <source>The ranges of {near} of {others} others overlap with it.</source>
   <translation>Die Bereiche von {near} der {others} anderen überschneiden sich mit seinem.</translation>
  </message>
  <message>
   <source>Which candidates are most promising?</source>
   <translation>Welche Kandidaten sind am vielversprechendsten?</translation>
  </message>
  <message>
   <source>bar: {level} range</source>
   <translation>Balken: {level}-Bereich</translation>
  </message>
  <message>
   <source>dot: estimate</source>
   <translation>Punkt: Schätzwert</translation>
  </message>
  <message>
   <source>failure</source>
   <translation>Fehlschlag</translation>
  </message>
  <message>
   <source>success</source>
   <translation>Erfolg</translation>
  </message>
  <message>
   <source>to</source>
   <translation>bis</translation>
  </message>
  <message>
   <source>{code} looks best: {estimate} ({level} range {range}).</source>
   <translation>{code} sieht am besten aus: {estimate} ({level}-Bereich {range}).</translation>
  </message>
  <message>
   <source>{level} range from</source>
   <translation>{level}-Bereich von</translation>
  </message>
 </context>
 <context>
  <name>RangesCard</name>
  <message>
   <source>Attributes</source>
   <translation>Merkmale</translation>
  </message>
  <message>
   <source>Can the ranges be trusted?</source>
   <translation>Kann man den Bereichen trauen?</translation>
  </message>
  <message>
   <source>Candidates chosen</source>
   <translation>Auswahl der Kandidaten</translation>
  </message>
  <message>
   <source>Covered</source>
   <translation>Enthalten</translation>
  </message>
  <message>
   <source>Exact model covered</source>
   <translation>Vom exakten Modell enthalten</translation>
  </message>
  <message>
   <source>Largest error</source>
   <translation>Größte Abweichung</translation>
  </message>
  <message>
   <source>Mean error of predictions</source>
   <translation>Mittlere Abweichung der Vorhersagen</translation>
  </message>
  <message>
   <source>No certificate came with this program for the ranges of this belief.</source>
   <translation>Für die Bereiche dieses Modells liegt dem Programm kein Nachweis bei.</translation>
  </message>
  <message>
   <source>Outcomes</source>
   <translation>Ergebnisse</translation>
  </message>
  <message>
   <source>Ranges of 90 % are meant to hold the true success of a candidate in 90 of 100 cases. Here is how often they did in simulated studies, where the truth is known: one row for each number of outcomes, with candidates drawn at random or chosen by value of testing; other numbers of attributes are in the table. Left of the dashed line ranges are too narrow: the model is surer than it may be. The simulated truths follow the model and its prior; a real lab may be less kind, and “Did the predictions come true?” says whether it is.</source>
   <translation>Bereiche von 90 % sollen den wahren Erfolg eines Kandidaten in 90 von 100 Fällen enthalten. Hier steht, wie oft sie es in simulierten Studien taten, bei denen die Wahrheit bekannt ist: eine Zeile je Zahl der Ergebnisse, mit Kandidaten, die gelost oder nach dem Wert eines Versuchs gewählt wurden; weitere Zahlen von Merkmalen stehen in der Tabelle. Links der gestrichelten Linie sind die Bereiche zu schmal: Das Modell ist sicherer, als es sein darf. Die simulierten Wahrheiten folgen dem Modell und seiner Vorannahme; ein wirkliches Labor ist vielleicht weniger freundlich, und „Trafen die Vorhersagen ein?“ zeigt, ob es so ist.</translation>
  </message>
  <message>
   <source>Ranges of this belief covered {mean} ({level} was meant) in {studies} simulated studies a setting, between {least} and {most}.</source>
   <translation>Die Bereiche dieses Modells enthielten den wahren Wert in {mean} (vorgesehen {level}) bei {studies} simulierten Studien je Bedingung, zwischen {least} und {most}.</translation>
  </message>
  <message>
   <source>Ranges that held the truth</source>
   <translation>Bereiche, die den wahren Wert enthielten</translation>
  </message>
  <message>
   <source>Simulated studies</source>
   <translation>Simulierte Studien</translation>
  </message>
  <message>
   <source>Standard error</source>
   <translation>Standardfehler</translation>
  </message>
  <message>
   <source>The pictures show {shown} ranges now; what those cover was not measured.</source>
   <translation>Die Bilder zeigen jetzt {shown}-Bereiche; was diese enthalten, wurde nicht gemessen.</translation>
  </message>
  <message>
   <source>They are too narrow.</source>
   <translation>Sie sind zu eng.</translation>
  </message>
  <message>
   <source>at random</source>
   <translation>gelost</translation>
  </message>
  <message>
   <source>bar: its own 90 % range</source>
   <translation>Balken: sein 90-%-Bereich</translation>
  </message>
  <message>
   <source>by value</source>
   <translation>nach Wert</translation>
  </message>
  <message>
   <source>dashed: as meant</source>
   <translation>gestrichelt: wie vorgesehen</translation>
  </message>
  <message>
   <source>dot: held the truth</source>
   <translation>Punkt: enthielt den wahren Wert</translation>
  </message>
  <message>
   <source>{count} attributes</source>
   <translation>{count} Merkmale</translation>
  </message>
  <message>
   <source>{name}
covered {share}</source>
   <translation>{name}
enthalten {share}</translation>
  </message>
  <message>
   <source>{n} outcomes, {design}</source>
   <translation>{n} Ergebnisse, {design}</translation>
  </message>
 </context>
 <context>
  <name>Reader</name>
  <message>
   <source>Page of the manual</source>
   <translation>Seite des Handbuchs</translation>
  </message>
 </context>
 <context>
  <name>ReasonDialog</name>
  <message>
   <source>&amp;Reason:</source>
   <translation>&amp;Grund:</translation>
  </message>
 </context>
 <context>
  <name>ReasonField</name>
  <message>
   <source>Choose a reason.</source>
   <translation>Wählen Sie einen Grund.</translation>
  </message>
  <message>
   <source>Other</source>
   <translation>Anderer</translation>
  </message>
  <message>
   <source>Reason</source>
   <translation>Grund</translation>
  </message>
  <message>
   <source>Reason in your own words</source>
   <translation>Grund in eigenen Worten</translation>
  </message>
  <message>
   <source>Remark (not required)</source>
   <translation>Bemerkung (nicht verlangt)</translation>
  </message>
  <message>
   <source>Say why, in at least {count} letters</source>
   <translation>Geben Sie den Grund mit mindestens {count} Buchstaben an</translation>
  </message>
  <message>
   <source>“Other” needs at least {count} letters that say why.</source>
   <translation>„Anderer“ verlangt mindestens {count} Buchstaben, die den Grund nennen.</translation>
  </message>
 </context>
 <context>
  <name>RecentShelf</name>
  <message>
   <source>Folder</source>
   <translation>Ordner</translation>
  </message>
  <message>
   <source>Last entry</source>
   <translation>Letzter Eintrag</translation>
  </message>
  <message>
   <source>Locate {study}</source>
   <translation>{study} suchen</translation>
  </message>
  <message>
   <source>Locate…</source>
   <translation>Suchen…</translation>
  </message>
  <message>
   <source>Recent studies</source>
   <translation>Zuletzt verwendete Studien</translation>
  </message>
  <message>
   <source>Runs</source>
   <translation>Versuche</translation>
  </message>
  <message>
   <source>Study</source>
   <translation>Studie</translation>
  </message>
  <message>
   <source>missing</source>
   <translation>fehlt</translation>
  </message>
 </context>
 <context>
  <name>Rehearsal</name>
  <message>
   <source>1 run</source>
   <translation>1 Versuch</translation>
  </message>
  <message>
   <source>With these settings the best found after {runs} is the true best in 9 of 10 rehearsals.</source>
   <translation>Mit diesen Einstellungen ist der nach {runs} gefundene beste Kandidat in 9 von 10 Probeläufen der wahre beste.</translation>
  </message>
  <message>
   <source>With these settings the best found after {runs} is within 1 point of the true best in 9 of 10 rehearsals.</source>
   <translation>Mit diesen Einstellungen liegt der nach {runs} gefundene beste Kandidat in 9 von 10 Probeläufen höchstens 1 Punkt unter dem wahren besten.</translation>
  </message>
  <message>
   <source>With these settings the best found after {runs} is within {points} points of the true best in 9 of 10 rehearsals.</source>
   <translation>Mit diesen Einstellungen liegt der nach {runs} gefundene beste Kandidat in 9 von 10 Probeläufen höchstens {points} Punkte unter dem wahren besten.</translation>
  </message>
  <message>
   <source>a step in one attribute</source>
   <translation>eine Stufe in einem Merkmal</translation>
  </message>
  <message>
   <source>about {count} h left</source>
   <translation>noch etwa {count} h</translation>
  </message>
  <message>
   <source>about {count} min left</source>
   <translation>noch etwa {count} min</translation>
  </message>
  <message>
   <source>about {count} s left</source>
   <translation>noch etwa {count} s</translation>
  </message>
  <message>
   <source>as believed after the outcomes so far</source>
   <translation>wie nach den bisherigen Ergebnissen angenommen</translation>
  </message>
  <message>
   <source>as in the paper</source>
   <translation>wie in der Veröffentlichung</translation>
  </message>
  <message>
   <source>as the study assumes</source>
   <translation>wie von der Studie angenommen</translation>
  </message>
  <message>
   <source>correlated</source>
   <translation>korreliert</translation>
  </message>
  <message>
   <source>more than {budget} (now {share} %)</source>
   <translation>mehr als {budget} (jetzt {share} %)</translation>
  </message>
  <message>
   <source>one attribute changes the effect of another</source>
   <translation>ein Merkmal ändert die Wirkung eines anderen</translation>
  </message>
  <message>
   <source>recommended</source>
   <translation>empfohlen</translation>
  </message>
  <message>
   <source>starting</source>
   <translation>beginnt</translation>
  </message>
  <message>
   <source>the best lies in the middle of the ranges</source>
   <translation>der beste liegt in der Mitte der Bereiche</translation>
  </message>
  <message>
   <source>the truth drifts from run to run</source>
   <translation>die Wahrheit verschiebt sich von Versuch zu Versuch</translation>
  </message>
  <message>
   <source>{count} runs</source>
   <translation>{count} Versuchen</translation>
  </message>
  <message>
   <source>{policy}: the stopping rule ended none of {rehearsals} rehearsals.</source>
   <translation>{policy}: Die Stoppregel beendete keinen von {rehearsals} Probeläufen.</translation>
  </message>
  <message>
   <source>{policy}: the stopping rule ended {stopped} of {rehearsals} rehearsals, after {runs} runs on average. In {missed} of these {stopped} the best found was more than {points} points from the true best.</source>
   <translation>{policy}: Die Stoppregel beendete {stopped} von {rehearsals} Probeläufen, im Mittel nach {runs} Versuchen. In {missed} dieser {stopped} lag der gefundene beste Kandidat mehr als {points} Punkte unter dem wahren besten.</translation>
  </message>
 </context>
 <context>
  <name>RehearsalDialog</name>
  <message>
   <source>&amp;Start</source>
   <translation>&amp;Starten</translation>
  </message>
  <message>
   <source>C&amp;ancel</source>
   <translation>&amp;Abbrechen</translation>
  </message>
  <message>
   <source>Folder (*)</source>
   <translation>Ordner (*)</translation>
  </message>
  <message>
   <source>Lines sho&amp;w</source>
   <translation>Linien &amp;zeigen</translation>
  </message>
  <message>
   <source>Rehearsal of {study}</source>
   <translation>Durchspielen von {study}</translation>
  </message>
  <message>
   <source>Rehearsals done</source>
   <translation>Fertige Probeläufe</translation>
  </message>
  <message>
   <source>Rehearse {study}</source>
   <translation>{study} durchspielen</translation>
  </message>
  <message>
   <source>Sa&amp;ve results…</source>
   <translation>Er&amp;gebnisse speichern…</translation>
  </message>
  <message>
   <source>Save the results in a new folder</source>
   <translation>Ergebnisse in einem neuen Ordner speichern</translation>
  </message>
  <message>
   <source>Saved tables, figures and report in {folder}.</source>
   <translation>Tabellen, Bilder und Bericht in {folder} gespeichert.</translation>
  </message>
  <message>
   <source>Starting…</source>
   <translation>Beginnt…</translation>
  </message>
  <message>
   <source>Stopped. What was found so far stays in sight and is not saved.</source>
   <translation>Angehalten. Was bisher gefunden wurde, bleibt sichtbar und wird nicht gespeichert.</translation>
  </message>
  <message>
   <source>The results cannot be written there: choose another place.</source>
   <translation>Die Ergebnisse lassen sich dort nicht schreiben: Wählen Sie einen anderen Ort.</translation>
  </message>
  <message>
   <source>There are results in this folder already: choose another name.</source>
   <translation>In diesem Ordner liegen schon Ergebnisse: Wählen Sie einen anderen Namen.</translation>
  </message>
  <message>
   <source>Tr&amp;uth shown</source>
   <translation>Gezeigte &amp;Wahrheit</translation>
  </message>
  <message>
   <source>mean and its 90 % range</source>
   <translation>Mittelwert und sein 90-%-Bereich</translation>
  </message>
  <message>
   <source>median and middle half</source>
   <translation>Median und mittlere Hälfte</translation>
  </message>
  <message>
   <source>{done} of {total} rehearsals, {left}</source>
   <translation>{done} von {total} Probeläufen, {left}</translation>
  </message>
  <message>
   <source>{total} rehearsals done in {seconds} s.</source>
   <translation>{total} Probeläufe in {seconds} s.</translation>
  </message>
 </context>
 <context>
  <name>RehearsalForm</name>
  <message>
   <source>&amp;Policies to compare</source>
   <translation>Auswahl&amp;regeln im Vergleich</translation>
  </message>
  <message>
   <source>&amp;Runs in each</source>
   <translation>&amp;Versuche je Probelauf</translation>
  </message>
  <message>
   <source>For example: {rule}</source>
   <translation>Zum Beispiel: {rule}</translation>
  </message>
  <message>
   <source>Policies</source>
   <translation>Auswahlregeln</translation>
  </message>
  <message>
   <source>Re&amp;hearsals</source>
   <translation>&amp;Probeläufe</translation>
  </message>
  <message>
   <source>S&amp;eed</source>
   <translation>Startza&amp;hl</translation>
  </message>
  <message>
   <source>Simulated &amp;truths</source>
   <translation>Simulierte Wahrheite&amp;n</translation>
  </message>
  <message>
   <source>St&amp;opping rule</source>
   <translation>St&amp;oppregel</translation>
  </message>
  <message>
   <source>Tick at least one kind of truth.</source>
   <translation>Wählen Sie mindestens eine Art von Wahrheit.</translation>
  </message>
  <message>
   <source>Tick at least one policy.</source>
   <translation>Wählen Sie mindestens eine Auswahlregel.</translation>
  </message>
  <message>
   <source>Truths</source>
   <translation>Wahrheiten</translation>
  </message>
  <message>
   <source>none</source>
   <translation>keine</translation>
  </message>
 </context>
 <context>
  <name>RehearsedCard</name>
  <message>
   <source>After run {run}, points short of the best</source>
   <translation>Nach Versuch {run}, Punkte unter dem besten</translation>
  </message>
  <message>
   <source>Band from</source>
   <translation>Band von</translation>
  </message>
  <message>
   <source>Choose what to rehearse and start. Nothing is recorded in the study.</source>
   <translation>Legen Sie fest, was durchgespielt wird, und starten Sie. In der Studie wird nichts eingetragen.</translation>
  </message>
  <message>
   <source>How near to the true best would this study end?</source>
   <translation>Wie nahe käme diese Studie dem wahren Besten?</translation>
  </message>
  <message>
   <source>Many studies like this one are simulated, each with a truth that is drawn and then known. A line says how many points of success the candidate that would be recommended falls short of the true best, after each run: lower is better, 0 is the best itself. All policies meet the same truths and the same outcomes. The band says how sure the mean is, or, for the median, where the middle half of the studies lies. A rehearsal is as true as its truths: compare several kinds of them.</source>
   <translation>Viele Studien wie diese werden simuliert, jede mit einer Wahrheit, die gelost wird und dann bekannt ist. Eine Linie gibt nach jedem Versuch an, um wie viele Punkte der Erfolg des empfohlenen Kandidaten unter dem des wahren besten liegt: Niedriger ist besser, 0 ist der beste selbst. Alle Auswahlregeln treffen auf dieselben Wahrheiten und dieselben Ergebnisse. Das Band gibt an, wie sicher der Mittelwert ist, oder beim Median, wo die mittlere Hälfte der Studien liegt. Ein Probelauf ist nur so gut wie seine Wahrheiten: Vergleichen Sie mehrere Arten davon.</translation>
  </message>
  <message>
   <source>Mean (points)</source>
   <translation>Mittelwert (Punkte)</translation>
  </message>
  <message>
   <source>Median (points)</source>
   <translation>Median (Punkte)</translation>
  </message>
  <message>
   <source>Policy</source>
   <translation>Auswahlregel</translation>
  </message>
  <message>
   <source>Run</source>
   <translation>Versuch</translation>
  </message>
  <message>
   <source>Runs for a 90 % chance of being within 5 points</source>
   <translation>Versuche für 90 % Aussicht, höchstens 5 Punkte entfernt zu sein</translation>
  </message>
  <message>
   <source>Short of the true best (points)</source>
   <translation>Abstand zum wahren Besten (Punkte)</translation>
  </message>
  <message>
   <source>band: 90 % range of the mean</source>
   <translation>Band: 90-%-Bereich des Mittelwerts</translation>
  </message>
  <message>
   <source>band: middle half of the rehearsals</source>
   <translation>Band: mittlere Hälfte der Probeläufe</translation>
  </message>
  <message>
   <source>to</source>
   <translation>bis</translation>
  </message>
  <message>
   <source>truth: {truth}</source>
   <translation>Wahrheit: {truth}</translation>
  </message>
  <message>
   <source>{done} of {wanted} rehearsals, seed {seed}</source>
   <translation>{done} von {wanted} Probeläufen, Startzahl {seed}</translation>
  </message>
  <message>
   <source>{name} ends nearest. {verdict}</source>
   <translation>{name} kommt am nächsten. {verdict}</translation>
  </message>
 </context>
 <context>
  <name>RoleDelegate</name>
  <message>
   <source>Role of {column}</source>
   <translation>Rolle von {column}</translation>
  </message>
 </context>
 <context>
  <name>RolesTable</name>
  <message>
   <source>Columns and their roles</source>
   <translation>Spalten und ihre Rollen</translation>
  </message>
 </context>
 <context>
  <name>RowsFigure</name>
  <message>
   <source>More rows</source>
   <translation>Weitere Zeilen</translation>
  </message>
 </context>
 <context>
  <name>RunsInProgress</name>
  <message>
   <source>Runs in progress ({count})</source>
   <translation>Laufende Versuche ({count})</translation>
  </message>
  <message>
   <source>since {time}, {operator}</source>
   <translation>seit {time}, {operator}</translation>
  </message>
 </context>
 <context>
  <name>Sayings</name>
  <message>
   <source>1 blank line above the headings passed over.</source>
   <translation>1 leere Zeile über den Überschriften übergangen.</translation>
  </message>
  <message>
   <source>1 blank line at the end passed over.</source>
   <translation>1 leere Zeile am Ende übergangen.</translation>
  </message>
  <message>
   <source>1 blank row above the headings passed over.</source>
   <translation>1 leere Zeile über den Überschriften übergangen.</translation>
  </message>
  <message>
   <source>1 blank row at the end passed over.</source>
   <translation>1 leere Zeile am Ende übergangen.</translation>
  </message>
  <message>
   <source>1 column without heading and values at the right passed over.</source>
   <translation>1 Spalte ohne Überschrift und Werte rechts übergangen.</translation>
  </message>
  <message>
   <source>All {count} planned runs are spent, {open} of them still in progress.</source>
   <translation>Alle {count} geplanten Versuche sind verbraucht, {open} davon laufen noch.</translation>
  </message>
  <message>
   <source>All {count} planned runs are spent.</source>
   <translation>Alle {count} geplanten Versuche sind verbraucht.</translation>
  </message>
  <message>
   <source>By the toss of a coin, a candidate that may well be the best or its closest rival.</source>
   <translation>Nach Münzwurf ein Kandidat, der gut der beste sein kann, oder sein nächster Rivale.</translation>
  </message>
  <message>
   <source>Column “{name}” holds “{text}” for every candidate, so nothing can be learnt from it.</source>
   <translation>Spalte „{name}“ enthält für jeden Kandidaten „{text}“; daraus lässt sich nichts lernen.</translation>
  </message>
  <message>
   <source>Column “{name}” is blank.</source>
   <translation>Spalte „{name}“ ist leer.</translation>
  </message>
  <message>
   <source>Column “{name}”: a code looks like a long number that a spreadsheet has rounded (first “{text}” in {place}).</source>
   <translation>Spalte „{name}“: Ein Code sieht aus wie eine lange Zahl, die eine Tabellenkalkulation gerundet hat (zuerst „{text}“ in {place}).</translation>
  </message>
  <message>
   <source>Column “{name}”: every candidate has a word of its own, so nothing can be learnt.</source>
   <translation>Spalte „{name}“: Jeder Kandidat hat ein eigenes Wort; daraus lässt sich nichts lernen.</translation>
  </message>
  <message>
   <source>Column “{name}”: one blank cell filled with the median {number} (line {lines}).</source>
   <translation>Spalte „{name}“: eine leere Zelle mit dem Median {number} gefüllt (Zeile {lines}).</translation>
  </message>
  <message>
   <source>Column “{name}”: one blank cell filled with the median {number} (row {lines}).</source>
   <translation>Spalte „{name}“: eine leere Zelle mit dem Median {number} gefüllt (Zeile {lines}).</translation>
  </message>
  <message>
   <source>Column “{name}”: {count} blank cells filled with the median {number} (lines {lines}).</source>
   <translation>Spalte „{name}“: {count} leere Zellen mit dem Median {number} gefüllt (Zeilen {lines}).</translation>
  </message>
  <message>
   <source>Column “{name}”: {count} blank cells filled with the median {number} (rows {lines}).</source>
   <translation>Spalte „{name}“: {count} leere Zellen mit dem Median {number} gefüllt (Zeilen {lines}).</translation>
  </message>
  <message>
   <source>Column “{name}”: {count} codes look like a long number that a spreadsheet has rounded (first “{text}” in {place}).</source>
   <translation>Spalte „{name}“: {count} Codes sehen aus wie lange Zahlen, die eine Tabellenkalkulation gerundet hat (zuerst „{text}“ in {place}).</translation>
  </message>
  <message>
   <source>Column “{name}”: “{one}” and “{other}” differ only in capital letters and are taken as two.</source>
   <translation>Spalte „{name}“: „{one}“ und „{other}“ unterscheiden sich nur in der Großschreibung und gelten als zwei.</translation>
  </message>
  <message>
   <source>Drawn at random.</source>
   <translation>Gelost.</translation>
  </message>
  <message>
   <source>Line {line}: a cell goes on in the next line.</source>
   <translation>Zeile {line}: Eine Zelle geht in der nächsten Zeile weiter.</translation>
  </message>
  <message>
   <source>No run is expected to improve the choice by {points} points any more.</source>
   <translation>Kein Versuch wird die Wahl voraussichtlich noch um {points} Punkte verbessern.</translation>
  </message>
  <message>
   <source>One candidate has the same attributes as an earlier one (first “{one}” and “{other}”): they count as one in the calculation.</source>
   <translation>Ein Kandidat hat dieselben Merkmale wie ein früherer (zuerst „{one}“ und „{other}“): Sie zählen in der Rechnung als einer.</translation>
  </message>
  <message>
   <source>The attributes are not standardised: columns with large numbers will outweigh the others, and the value of testing may be zero almost everywhere.</source>
   <translation>Die Merkmale sind nicht standardisiert: Spalten mit großen Zahlen überwiegen die anderen, und der Wert eines Versuchs kann fast überall null sein.</translation>
  </message>
  <message>
   <source>The best balance of success in this run and learning for the runs still planned.</source>
   <translation>Das beste Gleichgewicht zwischen Erfolg in diesem Versuch und Lernen für die noch geplanten.</translation>
  </message>
  <message>
   <source>The best candidate in one picture of the effects, drawn from all those that fit what is known.</source>
   <translation>Der beste Kandidat nach einem Bild der Wirkungen, gelost aus allen, die zum Bekannten passen.</translation>
  </message>
  <message>
   <source>The best next run is expected to improve the choice by {points} points.</source>
   <translation>Der beste nächste Versuch wird die Wahl voraussichtlich um {points} Punkte verbessern.</translation>
  </message>
  <message>
   <source>The best next run is worth {worth} and costs {cost}: it does not pay.</source>
   <translation>Der beste nächste Versuch ist {worth} wert und kostet {cost}: Er lohnt sich nicht.</translation>
  </message>
  <message>
   <source>The best next run is worth {worth} and costs {cost}: it pays.</source>
   <translation>Der beste nächste Versuch ist {worth} wert und kostet {cost}: Er lohnt sich.</translation>
  </message>
  <message>
   <source>The candidate of which most can still be hoped.</source>
   <translation>Der Kandidat, von dem sich noch am meisten erhoffen lässt.</translation>
  </message>
  <message>
   <source>The candidate that is most like the many others whose outcomes are hard to foretell.</source>
   <translation>Der Kandidat, der den vielen anderen mit schwer vorherzusagendem Ergebnis am ähnlichsten ist.</translation>
  </message>
  <message>
   <source>The candidate whose outcome is hardest to foretell.</source>
   <translation>Der Kandidat, dessen Ergebnis am schwersten vorherzusagen ist.</translation>
  </message>
  <message>
   <source>The candidate with the highest expected success.</source>
   <translation>Der Kandidat mit der höchsten Erfolgsaussicht.</translation>
  </message>
  <message>
   <source>The chance that the recommended candidate is within {points} points of the best is {chance} %.</source>
   <translation>Die Wahrscheinlichkeit, dass der empfohlene Kandidat höchstens {points} Punkte unter dem besten liegt, ist {chance} %.</translation>
  </message>
  <message>
   <source>The chance that the recommended candidate is within {points} points of the best is {chance} %; {level} % is asked for.</source>
   <translation>Die Wahrscheinlichkeit, dass der empfohlene Kandidat höchstens {points} Punkte unter dem besten liegt, ist {chance} %; verlangt sind {level} %.</translation>
  </message>
  <message>
   <source>The run that helps most to foretell the outcomes of all candidates, the doubtful ones above all.</source>
   <translation>Der Versuch, der am meisten hilft, die Ergebnisse aller Kandidaten vorherzusagen, vor allem der zweifelhaften.</translation>
  </message>
  <message>
   <source>The run that is expected to improve the final choice most.</source>
   <translation>Der Versuch, der die endgültige Wahl voraussichtlich am meisten verbessert.</translation>
  </message>
  <message>
   <source>The run that narrows down most what the attributes do, over all candidates.</source>
   <translation>Der Versuch, der über alle Kandidaten am meisten eingrenzt, was die Merkmale bewirken.</translation>
  </message>
  <message>
   <source>The run that would leave the least doubt about the other candidates, if it goes as hoped.</source>
   <translation>Der Versuch, der die wenigsten Zweifel an den anderen Kandidaten ließe, wenn er ausgeht wie erhofft.</translation>
  </message>
  <message>
   <source>a failure</source>
   <translation>ein Fehlschlag</translation>
  </message>
  <message>
   <source>a success</source>
   <translation>ein Erfolg</translation>
  </message>
  <message>
   <source>chosen</source>
   <translation>gewählt</translation>
  </message>
  <message>
   <source>either outcome</source>
   <translation>jedes Ergebnis</translation>
  </message>
  <message>
   <source>found because commas separate the columns</source>
   <translation>erkannt, weil Kommas die Spalten trennen</translation>
  </message>
  <message>
   <source>found because every byte fits UTF-8</source>
   <translation>erkannt, weil jedes Byte zu UTF-8 passt</translation>
  </message>
  <message>
   <source>found because it is the only visible sheet with data</source>
   <translation>erkannt, weil es das einzige sichtbare Blatt mit Daten ist</translation>
  </message>
  <message>
   <source>found because no line has more than one cell</source>
   <translation>erkannt, weil keine Zeile mehr als eine Zelle hat</translation>
  </message>
  <message>
   <source>found because of “{text}” ({place})</source>
   <translation>erkannt an „{text}“ ({place})</translation>
  </message>
  <message>
   <source>found because only this one gives every line the same number of cells</source>
   <translation>erkannt, weil nur dieses jeder Zeile gleich viele Zellen gibt</translation>
  </message>
  <message>
   <source>found because the file begins with its byte-order mark</source>
   <translation>erkannt, weil die Datei mit der Marke dafür beginnt</translation>
  </message>
  <message>
   <source>found because the first line names it</source>
   <translation>erkannt, weil die erste Zeile es nennt</translation>
  </message>
  <message>
   <source>has a decimal comma, but the table is read with the decimal point; choose the decimal comma for the whole table (--decimal comma), or take thousands separators out</source>
   <translation>hat ein Dezimalkomma, aber die Tabelle wird mit Dezimalpunkt gelesen; wählen Sie das Dezimalkomma für die ganze Tabelle, oder entfernen Sie Tausendertrennzeichen</translation>
  </message>
  <message>
   <source>has a decimal point, but the table is read with the decimal comma; choose the decimal point for the whole table (--decimal point), or take thousands separators out</source>
   <translation>hat einen Dezimalpunkt, aber die Tabelle wird mit Dezimalkomma gelesen; wählen Sie den Dezimalpunkt für die ganze Tabelle, oder entfernen Sie Tausendertrennzeichen</translation>
  </message>
  <message>
   <source>has more than a number in it; write the number alone and put the unit in the heading</source>
   <translation>enthält mehr als eine Zahl; schreiben Sie nur die Zahl und die Einheit in die Überschrift</translation>
  </message>
  <message>
   <source>has the digit “{sign}” ({point}); type it with the digits 0 to 9</source>
   <translation>hat die Ziffer „{sign}“ ({point}); schreiben Sie mit den Ziffern 0 bis 9</translation>
  </message>
  <message>
   <source>has the sign “{sign}” ({point}) where a minus is meant; type the hyphen “-” instead</source>
   <translation>hat das Zeichen „{sign}“ ({point}), wo ein Minus gemeint ist; geben Sie stattdessen „-“ ein</translation>
  </message>
  <message>
   <source>has thousands separators; write it without them</source>
   <translation>hat Tausendertrennzeichen; schreiben Sie es ohne</translation>
  </message>
  <message>
   <source>holds a no-break space ({point}); delete it</source>
   <translation>enthält ein geschütztes Leerzeichen ({point}); löschen Sie es</translation>
  </message>
  <message>
   <source>holds a sign that cannot be seen ({point}); delete it</source>
   <translation>enthält ein unsichtbares Zeichen ({point}); löschen Sie es</translation>
  </message>
  <message>
   <source>holds an underscore; write it as {number}</source>
   <translation>enthält einen Unterstrich; schreiben Sie {number}</translation>
  </message>
  <message>
   <source>is a date; a spreadsheet may have made it from a number, so type the number again</source>
   <translation>ist ein Datum; vielleicht hat eine Tabellenkalkulation es aus einer Zahl gemacht, geben Sie die Zahl neu ein</translation>
  </message>
  <message>
   <source>is a formula without a result; repair it in the spreadsheet and save again</source>
   <translation>ist eine Formel ohne Ergebnis; berichtigen Sie sie in der Tabellenkalkulation und speichern Sie neu</translation>
  </message>
  <message>
   <source>is a formula; save the table with its results</source>
   <translation>ist eine Formel; speichern Sie die Tabelle mit ihren Ergebnissen</translation>
  </message>
  <message>
   <source>is a limit, not a number; write the number alone</source>
   <translation>ist eine Grenze, keine Zahl; schreiben Sie nur die Zahl</translation>
  </message>
  <message>
   <source>is a percentage; write the number alone and put % in the heading</source>
   <translation>ist eine Prozentangabe; schreiben Sie nur die Zahl und das % in die Überschrift</translation>
  </message>
  <message>
   <source>is a time of day, not a number</source>
   <translation>ist eine Uhrzeit, keine Zahl</translation>
  </message>
  <message>
   <source>is a true-or-false value, not a number</source>
   <translation>ist ein Wahrheitswert, keine Zahl</translation>
  </message>
  <message>
   <source>is empty</source>
   <translation>ist leer</translation>
  </message>
  <message>
   <source>is not a finite number; leave the cell empty if the value is missing</source>
   <translation>ist keine endliche Zahl; lassen Sie die Zelle leer, wenn der Wert fehlt</translation>
  </message>
  <message>
   <source>is not a number of the form {example} or 3e-4</source>
   <translation>ist keine Zahl der Form {example} oder 3e-4</translation>
  </message>
  <message>
   <source>is not written in decimal digits; write it with base 10</source>
   <translation>steht nicht in Dezimalziffern; schreiben Sie es zur Basis 10</translation>
  </message>
  <message>
   <source>is so small that it would become 0; the smallest number is about 5e-324</source>
   <translation>ist so klein, dass sie 0 würde; die kleinste Zahl ist etwa 5e-324</translation>
  </message>
  <message>
   <source>is text, not a number</source>
   <translation>ist Text, keine Zahl</translation>
  </message>
  <message>
   <source>is too large to calculate with; the largest number is about 1.8e308</source>
   <translation>ist zu groß, um damit zu rechnen; die größte Zahl ist etwa 1,8e308</translation>
  </message>
  <message>
   <source>line {line}</source>
   <translation>Zeile {line}</translation>
  </message>
  <message>
   <source>looks like a date or a fraction; type it as one number</source>
   <translation>sieht aus wie ein Datum oder ein Bruch; schreiben Sie es als eine Zahl</translation>
  </message>
  <message>
   <source>neither would change the choice</source>
   <translation>keiner von beiden würde die Wahl ändern</translation>
  </message>
  <message>
   <source>no outcome of {first} would change the choice, {outcome} of {second} would</source>
   <translation>kein Ergebnis von {first} würde die Wahl ändern, {outcome} von {second} schon</translation>
  </message>
  <message>
   <source>nothing to find: a sheet holds numbers as numbers</source>
   <translation>nichts zu erkennen: Ein Blatt enthält Zahlen als Zahlen</translation>
  </message>
  <message>
   <source>row {line}</source>
   <translation>Zeile {line}</translation>
  </message>
  <message>
   <source>stands for a missing value; leave the cell empty instead</source>
   <translation>steht für einen fehlenden Wert; lassen Sie die Zelle stattdessen leer</translation>
  </message>
  <message>
   <source>starts with an apostrophe, the mark of text; delete it</source>
   <translation>beginnt mit einem Apostroph, dem Zeichen für Text; löschen Sie es</translation>
  </message>
  <message>
   <source>{code} would tell as much to within 0.1 points: {difference}.</source>
   <translation>{code} würde bis auf 0,1 Punkte ebenso viel zeigen: {difference}.</translation>
  </message>
  <message>
   <source>{code}, the next in line, would tell {points} points less: {difference}.</source>
   <translation>{code}, der nächste in der Reihe, würde {points} Punkte weniger zeigen: {difference}.</translation>
  </message>
  <message>
   <source>{code}, which the policy ranks next, would tell {points} points more: {difference}.</source>
   <translation>{code}, den die Auswahlregel danach einordnet, würde {points} Punkte mehr zeigen: {difference}.</translation>
  </message>
  <message>
   <source>{columns} columns, {higher} of them products and squares, are many for {runs} planned runs: leave attributes out, choose linear terms, or plan more runs.</source>
   <translation>{columns} Spalten, davon {higher} Produkte und Quadrate, sind viele für {runs} geplante Versuche: Lassen Sie Merkmale weg, wählen Sie lineare Terme, oder planen Sie mehr Versuche.</translation>
  </message>
  <message>
   <source>{count} blank lines above the headings passed over.</source>
   <translation>{count} leere Zeilen über den Überschriften übergangen.</translation>
  </message>
  <message>
   <source>{count} blank lines at the end passed over.</source>
   <translation>{count} leere Zeilen am Ende übergangen.</translation>
  </message>
  <message>
   <source>{count} blank rows above the headings passed over.</source>
   <translation>{count} leere Zeilen über den Überschriften übergangen.</translation>
  </message>
  <message>
   <source>{count} blank rows at the end passed over.</source>
   <translation>{count} leere Zeilen am Ende übergangen.</translation>
  </message>
  <message>
   <source>{count} candidates have the same attributes as an earlier one (first “{one}” and “{other}”): they count as one in the calculation.</source>
   <translation>{count} Kandidaten haben dieselben Merkmale wie ein früherer (zuerst „{one}“ und „{other}“): Sie zählen in der Rechnung als einer.</translation>
  </message>
  <message>
   <source>{count} columns without heading and values at the right passed over.</source>
   <translation>{count} Spalten ohne Überschrift und Werte rechts übergangen.</translation>
  </message>
  <message>
   <source>{count} of {all} candidates have the same attributes as another one: they share one belief and count as one alternative.</source>
   <translation>{count} von {all} Kandidaten haben dieselben Merkmale wie ein anderer: Sie gelten als gleich und zählen als einer.</translation>
  </message>
  <message>
   <source>{left} of {count} planned runs are left.</source>
   <translation>{left} von {count} geplanten Versuchen sind übrig.</translation>
  </message>
  <message>
   <source>{outcome} of either would make {best} the best, with {one} % after {first} and {two} % after {second}</source>
   <translation>{outcome} eines der beiden würde {best} zum besten machen, mit {one} % nach {first} und {two} % nach {second}</translation>
  </message>
  <message>
   <source>{outcome} of {first} would make {best} the best ({one} %), of {second} {other} ({two} %)</source>
   <translation>{outcome} von {first} würde {best} zum besten machen ({one} %), von {second} {other} ({two} %)</translation>
  </message>
  <message>
   <source>{outcome} of {first} would, no outcome of {second} would change the choice</source>
   <translation>{outcome} von {first} würde die Wahl ändern, kein Ergebnis von {second}</translation>
  </message>
  <message>
   <source>{outcome} of {first} would, {change} of {second} would</source>
   <translation>die Wahl ändern würde bei {first} {outcome}, bei {second} {change}</translation>
  </message>
  <message>
   <source>“{name}” follows from the other columns: its effect cannot be told apart.</source>
   <translation>„{name}“ folgt aus den anderen Spalten: Die Wirkung lässt sich nicht trennen.</translation>
  </message>
  <message>
   <source>“{name}” is the same for every candidate and was left out.</source>
   <translation>„{name}“ ist für alle Kandidaten gleich und wurde weggelassen.</translation>
  </message>
  <message>
   <source>“{name}” says nothing that the attributes alone do not, and was left out.</source>
   <translation>„{name}“ sagt nichts, was die Merkmale allein nicht sagen, und wurde weggelassen.</translation>
  </message>
 </context>
 <context>
  <name>ScanLine</name>
  <message>
   <source>Sample code to check</source>
   <translation>Probencode zum Prüfen</translation>
  </message>
  <message>
   <source>Scan or type the sample code to check it</source>
   <translation>Probencode zum Prüfen scannen oder eingeben</translation>
  </message>
  <message>
   <source>✓ matches</source>
   <translation>✓ stimmt überein</translation>
  </message>
 </context>
 <context>
  <name>SecondPlaceDialog</name>
  <message>
   <source>&amp;Choose a folder…</source>
   <translation>&amp;Ordner wählen…</translation>
  </message>
  <message>
   <source>&amp;No second place</source>
   <translation>&amp;Kein zweiter Ort</translation>
  </message>
  <message>
   <source>A folder for copies of backups</source>
   <translation>Ein Ordner für Kopien der Sicherungen</translation>
  </message>
  <message>
   <source>Backups of every study are made by themselves, on this computer. A folder on another disk or on a drive of your network gets a copy of each, so that a disk that dies does not take them all.</source>
   <translation>Sicherungen jeder Studie entstehen von selbst auf diesem Rechner. Ein Ordner auf einer anderen Platte oder auf einem Netzlaufwerk bekommt von jeder eine Kopie, damit eine Platte, die ausfällt, nicht alle mitnimmt.</translation>
  </message>
  <message>
   <source>Copies go to {folder}</source>
   <translation>Kopien kommen nach {folder}</translation>
  </message>
  <message>
   <source>No second place: backups lie on this computer only.</source>
   <translation>Kein zweiter Ort: Sicherungen liegen nur auf diesem Rechner.</translation>
  </message>
  <message>
   <source>Second place for backups</source>
   <translation>Zweiter Ort für Sicherungen</translation>
  </message>
  <message>
   <source>⚠ This folder is on the same disk as the backups: if the disk dies, both are gone.</source>
   <translation>⚠ Dieser Ordner liegt auf derselben Platte wie die Sicherungen: Fällt sie aus, sind beide verloren.</translation>
  </message>
 </context>
 <context>
  <name>SelfTestDialog</name>
  <message>
   <source>&amp;Save the certificate…</source>
   <translation>&amp;Zertifikat speichern…</translation>
  </message>
  <message>
   <source>Check this installation</source>
   <translation>Installation prüfen</translation>
  </message>
  <message>
   <source>Checking numbers, disk and window. This takes up to a minute.</source>
   <translation>Zahlen, Datenträger und Fenster werden geprüft. Das dauert bis zu einer Minute.</translation>
  </message>
  <message>
   <source>Every check passed. The program is fit for use.</source>
   <translation>Alle Prüfungen bestanden. Das Programm ist einsatzbereit.</translation>
  </message>
  <message>
   <source>Findings</source>
   <translation>Befunde</translation>
  </message>
  <message>
   <source>Save the certificate</source>
   <translation>Zertifikat speichern</translation>
  </message>
  <message>
   <source>Saved {name}.</source>
   <translation>{name} gespeichert.</translation>
  </message>
  <message>
   <source>Something is not right; the findings say what to do.</source>
   <translation>Etwas stimmt nicht; die Befunde sagen, was zu tun ist.</translation>
  </message>
  <message>
   <source>Text (*.txt)</source>
   <translation>Text (*.txt)</translation>
  </message>
  <message>
   <source>The check could not be started. Install kgdesk again; your studies stay.</source>
   <translation>Die Prüfung ließ sich nicht starten. Installieren Sie kgdesk neu; Ihre Studien bleiben erhalten.</translation>
  </message>
  <message>
   <source>{name} could not be saved: choose another folder.</source>
   <translation>{name} ließ sich nicht speichern: Wählen Sie einen anderen Ordner.</translation>
  </message>
 </context>
 <context>
  <name>ServerDialog</name>
  <message>
   <source>&amp;Address of the server</source>
   <translation>&amp;Adresse des Servers</translation>
  </message>
  <message>
   <source>&amp;List its studies</source>
   <translation>Seine Studien auf&amp;listen</translation>
  </message>
  <message>
   <source>Asking the server…</source>
   <translation>Der Server wird gefragt…</translation>
  </message>
  <message>
   <source>Its administrator knows the address. Your password is not kept.</source>
   <translation>Wer den Server verwaltet, kennt die Adresse. Ihr Kennwort wird nicht aufbewahrt.</translation>
  </message>
  <message>
   <source>Open from a server</source>
   <translation>Von einem Server öffnen</translation>
  </message>
  <message>
   <source>Studies on the server</source>
   <translation>Studien auf dem Server</translation>
  </message>
  <message>
   <source>There is no study on this server yet.</source>
   <translation>Auf diesem Server gibt es noch keine Studie.</translation>
  </message>
  <message>
   <source>Type the address of the server first, as {example}.</source>
   <translation>Geben Sie zuerst die Adresse des Servers ein, etwa {example}.</translation>
  </message>
 </context>
 <context>
  <name>SettingsDialog</name>
  <message>
   <source>&amp;Before each code it types</source>
   <translation>Tippt &amp;vor jedem Code</translation>
  </message>
  <message>
   <source>&amp;Colours</source>
   <translation>&amp;Farben</translation>
  </message>
  <message>
   <source>&amp;Hold the true success in</source>
   <translation>Ent&amp;halten den wahren Erfolg in</translation>
  </message>
  <message>
   <source>&amp;Language</source>
   <translation>S&amp;prache</translation>
  </message>
  <message>
   <source>A range of 90 % is meant to hold the true success of a candidate in 90 of 100 cases, one of 50 % in half of them. Pictures, tables and the report show the range that is chosen here; exports always hold that of 90 %.</source>
   <translation>Ein Bereich von 90 % soll den wahren Erfolg eines Kandidaten in 90 von 100 Fällen enthalten, einer von 50 % in der Hälfte. Bilder, Tabellen und Bericht zeigen den Bereich, der hier gewählt ist; Exporte enthalten immer den von 90 %.</translation>
  </message>
  <message>
   <source>A second place on another disk gets a copy of every backup of every study.</source>
   <translation>Ein zweiter Ort auf einem anderen Datenträger erhält eine Kopie jeder Sicherung jeder Studie.</translation>
  </message>
  <message>
   <source>As the system</source>
   <translation>Wie das System</translation>
  </message>
  <message>
   <source>Ch&amp;ange place…</source>
   <translation>Ort &amp;ändern…</translation>
  </message>
  <message>
   <source>Change &amp;folder…</source>
   <translation>&amp;Ordner ändern…</translation>
  </message>
  <message>
   <source>Dark</source>
   <translation>Dunkel</translation>
  </message>
  <message>
   <source>Each choice holds at once, for you on this computer. Studies are not changed by it.</source>
   <translation>Jede Wahl gilt sofort, für Sie auf diesem Rechner. Studien ändern sich dadurch nicht.</translation>
  </message>
  <message>
   <source>Folder of projects</source>
   <translation>Ordner der Projekte</translation>
  </message>
  <message>
   <source>Folder of your projects</source>
   <translation>Ordner Ihrer Projekte</translation>
  </message>
  <message>
   <source>Folders</source>
   <translation>Ordner</translation>
  </message>
  <message>
   <source>High contrast</source>
   <translation>Hoher Kontrast</translation>
  </message>
  <message>
   <source>Light</source>
   <translation>Hell</translation>
  </message>
  <message>
   <source>Look</source>
   <translation>Aussehen</translation>
  </message>
  <message>
   <source>Ranges</source>
   <translation>Bereiche</translation>
  </message>
  <message>
   <source>Scanner</source>
   <translation>Scanner</translation>
  </message>
  <message>
   <source>Second place for backups</source>
   <translation>Zweiter Ort für Sicherungen</translation>
  </message>
  <message>
   <source>Settings</source>
   <translation>Einstellungen</translation>
  </message>
  <message>
   <source>Te&amp;xt size</source>
   <translation>Te&amp;xtgröße</translation>
  </message>
  <message>
   <source>The window speaks the other language as soon as you close the settings.</source>
   <translation>Das Fenster wechselt die Sprache, sobald Sie die Einstellungen schließen.</translation>
  </message>
  <message>
   <source>What your scanner puts before every code, as ]C1, is left out when a sample is scanned.</source>
   <translation>Was Ihr Scanner vor jeden Code setzt, etwa ]C1, wird beim Scannen einer Probe weggelassen.</translation>
  </message>
  <message>
   <source>none</source>
   <translation>keiner</translation>
  </message>
  <message>
   <source>nothing</source>
   <translation>nichts</translation>
  </message>
  <message>
   <source>{percent} %</source>
   <translation>{percent} %</translation>
  </message>
 </context>
 <context>
  <name>SeveralDialog</name>
  <message>
   <source>&amp;How many runs at once?</source>
   <translation>&amp;Wie viele Versuche auf einmal?</translation>
  </message>
  <message>
   <source>&amp;Start all {count} runs</source>
   <translation>Alle {count} Versuche &amp;starten</translation>
  </message>
  <message>
   <source>Candidate</source>
   <translation>Kandidat</translation>
  </message>
  <message>
   <source>Candidates to run at once</source>
   <translation>Kandidaten für gleichzeitige Versuche</translation>
  </message>
  <message>
   <source>Each one allows for the outcomes of those above it. Started runs are listed under Runs in progress; record their outcomes in any order.</source>
   <translation>Jeder berücksichtigt die Ergebnisse derer über ihm. Begonnene Versuche stehen unter Laufende Versuche; tragen Sie ihre Ergebnisse in beliebiger Reihenfolge ein.</translation>
  </message>
  <message>
   <source>Expected success</source>
   <translation>Erfolgsaussicht</translation>
  </message>
  <message>
   <source>How much this run is expected to improve the final choice, beside those above it.</source>
   <translation>Um wie viel dieser Versuch neben denen über ihm die endgültige Wahl voraussichtlich verbessert.</translation>
  </message>
  <message>
   <source>No.</source>
   <translation>Nr.</translation>
  </message>
  <message>
   <source>Suggest several</source>
   <translation>Mehrere vorschlagen</translation>
  </message>
  <message>
   <source>Value (points)</source>
   <translation>Wert (Punkte)</translation>
  </message>
  <message>
   <source>Working out which {count} belong together…</source>
   <translation>Es wird berechnet, welche {count} zusammengehören…</translation>
  </message>
 </context>
 <context>
  <name>SheetDialog</name>
  <message>
   <source>&amp;Next experiments</source>
   <translation>&amp;Nächste Versuche</translation>
  </message>
  <message>
   <source>&amp;Save as PDF…</source>
   <translation>Als PDF &amp;speichern…</translation>
  </message>
  <message>
   <source>Cancel</source>
   <translation>Abbrechen</translation>
  </message>
  <message>
   <source>First the runs in progress ({count}), then the next experiments.</source>
   <translation>Zuerst die laufenden Versuche ({count}), dann die nächsten.</translation>
  </message>
  <message>
   <source>Print run sheet</source>
   <translation>Versuchsblatt drucken</translation>
  </message>
  <message>
   <source>Printing starts and records nothing.</source>
   <translation>Das Drucken beginnt keinen Versuch und trägt nichts ein.</translation>
  </message>
  <message>
   <source>Working out what to print…</source>
   <translation>Es wird berechnet, was zu drucken ist…</translation>
  </message>
  <message>
   <source>run sheet</source>
   <translation>Versuchsblatt</translation>
  </message>
 </context>
 <context>
  <name>Sheets</name>
  <message>
   <source>Entered in kgdesk by ____________________  on ____________________</source>
   <translation>In kgdesk eingetragen von ____________________  am ____________________</translation>
  </message>
  <message>
   <source>In progress since {time}, started by {operator}</source>
   <translation>Läuft seit {time}, begonnen von {operator}</translation>
  </message>
  <message>
   <source>Labels of {study}</source>
   <translation>Etiketten: {study}</translation>
  </message>
  <message>
   <source>Note</source>
   <translation>Notiz</translation>
  </message>
  <message>
   <source>Printed {time}, after {count} recorded runs. Nothing is recorded by printing.</source>
   <translation>Gedruckt {time}, nach {count} eingetragenen Versuchen. Das Drucken trägt nichts ein.</translation>
  </message>
  <message>
   <source>Run sheet of {study}</source>
   <translation>Versuchsblatt: {study}</translation>
  </message>
  <message>
   <source>When</source>
   <translation>Wann</translation>
  </message>
  <message>
   <source>Who</source>
   <translation>Wer</translation>
  </message>
  <message>
   <source>and {count} more: see the window</source>
   <translation>und {count} weitere: siehe Fenster</translation>
  </message>
 </context>
 <context>
  <name>SkipDialog</name>
  <message>
   <source>&amp;Remark</source>
   <translation>&amp;Bemerkung</translation>
  </message>
  <message>
   <source>&amp;Skip it</source>
   <translation>Über&amp;springen</translation>
  </message>
  <message>
   <source>&amp;Unsafe</source>
   <translation>&amp;Gefährlich</translation>
  </message>
  <message>
   <source>It goes out of stock: not suggested and not chosen until somebody puts it back.</source>
   <translation>Wird als nicht verfügbar geführt: weder vorgeschlagen noch gewählt, bis jemand das zurücknimmt.</translation>
  </message>
  <message>
   <source>It is suggested again after the next run.</source>
   <translation>Wird nach dem nächsten Versuch wieder vorgeschlagen.</translation>
  </message>
  <message>
   <source>Not a&amp;vailable</source>
   <translation>Nicht &amp;verfügbar</translation>
  </message>
  <message>
   <source>Not no&amp;w</source>
   <translation>&amp;Jetzt nicht</translation>
  </message>
  <message>
   <source>Skip {candidate}</source>
   <translation>{candidate} überspringen</translation>
  </message>
  <message>
   <source>Why is {candidate} not run?</source>
   <translation>Warum wird {candidate} nicht ausgeführt?</translation>
  </message>
  <message>
   <source>not required</source>
   <translation>nicht verlangt</translation>
  </message>
 </context>
 <context>
  <name>SlicesCard</name>
  <message>
   <source>&amp;Others held at</source>
   <translation>Übrige g&amp;ehalten bei</translation>
  </message>
  <message>
   <source>Around {code} no single attribute changes the expected success by a point.</source>
   <translation>Um {code} ändert kein einzelnes Merkmal die Erfolgsaussicht um einen Punkt.</translation>
  </message>
  <message>
   <source>Around {code}, {attribute} changes most: from {low} at {at_low} to {high} at {at_high}.</source>
   <translation>Um {code} ändert {attribute} am meisten: von {low} bei {at_low} auf {high} bei {at_high}.</translation>
  </message>
  <message>
   <source>Attribute</source>
   <translation>Merkmal</translation>
  </message>
  <message>
   <source>Each small plot moves one attribute and holds all others as the chosen candidate has them; the dotted line is that candidate. The line is the success that we expect, the band the range in which it probably lies. Where the line is dashed, no candidate of the list goes: it is a guess beyond the data. Signs at the upper edge are recorded successes, at the lower edge failures; they were made with other values of the other attributes.</source>
   <translation>Jedes kleine Bild ändert ein Merkmal; alle übrigen haben den Wert des gewählten Kandidaten, den die gepunktete Linie zeigt. Die Linie ist die Erfolgsaussicht, das Band der Bereich, in dem sie vermutlich liegt. Wo die Linie gestrichelt ist, liegt kein Kandidat der Liste: Das ist eine Vermutung jenseits der Daten. Zeichen am oberen Rand sind eingetragene Erfolge, am unteren Rand Fehlschläge; sie entstanden mit anderen Werten der übrigen Merkmale.</translation>
  </message>
  <message>
   <source>Expected success</source>
   <translation>Erfolgsaussicht</translation>
  </message>
  <message>
   <source>Figure: {title}</source>
   <translation>Bild: {title}</translation>
  </message>
  <message>
   <source>No attribute differs between the candidates.</source>
   <translation>Kein Merkmal unterscheidet sich zwischen den Kandidaten.</translation>
  </message>
  <message>
   <source>Note</source>
   <translation>Anmerkung</translation>
  </message>
  <message>
   <source>Others held at</source>
   <translation>Übrige gehalten bei</translation>
  </message>
  <message>
   <source>Slices</source>
   <translation>Schnitte</translation>
  </message>
  <message>
   <source>Value</source>
   <translation>Wert</translation>
  </message>
  <message>
   <source>What if one attribute were changed?</source>
   <translation>Was, wenn ein Merkmal geändert würde?</translation>
  </message>
  <message>
   <source>band: {level} range</source>
   <translation>Band: {level}-Bereich</translation>
  </message>
  <message>
   <source>beyond the candidates</source>
   <translation>jenseits der Kandidaten</translation>
  </message>
  <message>
   <source>dashed: beyond the candidates</source>
   <translation>gestrichelt: jenseits der Kandidaten</translation>
  </message>
  <message>
   <source>dotted: {code}</source>
   <translation>gepunktet: {code}</translation>
  </message>
  <message>
   <source>failure</source>
   <translation>Fehlschlag</translation>
  </message>
  <message>
   <source>success</source>
   <translation>Erfolg</translation>
  </message>
  <message>
   <source>{level} range</source>
   <translation>{level}-Bereich</translation>
  </message>
 </context>
 <context>
  <name>SlicesIfCard</name>
  <message>
   <source>Along {attribute} one run of {code} would move the expected success by up to {points} points.</source>
   <translation>Entlang {attribute} würde ein Versuch mit {code} die Erfolgsaussicht um bis zu {points} Punkte verschieben.</translation>
  </message>
  <message>
   <source>Choose a candidate to see what its outcomes would change.</source>
   <translation>Wählen Sie einen Kandidaten, um zu sehen, was seine Ergebnisse ändern würden.</translation>
  </message>
  <message>
   <source>Each small plot moves one attribute and holds all others as the candidate has them (dotted line). One line is what is believed now, one what would be believed if its run succeeds, one if it fails, each with the band in which it would probably lie. Where the lines part far from the dotted line, this one run would teach something about other candidates as well. Dashed means beyond the candidates. Nothing is recorded and nothing kept.</source>
   <translation>Jedes kleine Bild ändert ein Merkmal; alle übrigen haben den Wert des Kandidaten (gepunktete Linie). Eine Linie ist der Kenntnisstand jetzt, eine der nach einem Erfolg, eine der nach einem Fehlschlag, jede mit dem Band, in dem der wahre Wert vermutlich läge. Wo die Linien fern der gepunkteten Linie weit auseinandergehen, würde dieser eine Versuch auch über andere Kandidaten etwas zeigen. Gestrichelt heißt jenseits der Kandidaten. Nichts wird eingetragen und nichts aufbewahrt.</translation>
  </message>
  <message>
   <source>What would be believed of other candidates then?</source>
   <translation>Was wüsste man dann über andere Kandidaten?</translation>
  </message>
  <message>
   <source>after {outcome}</source>
   <translation>nach {outcome}</translation>
  </message>
  <message>
   <source>bands: {level} ranges</source>
   <translation>Bänder: {level}-Bereiche</translation>
  </message>
  <message>
   <source>dotted: {code}</source>
   <translation>gepunktet: {code}</translation>
  </message>
  <message>
   <source>now</source>
   <translation>jetzt</translation>
  </message>
  <message>
   <source>plain line: {now}</source>
   <translation>durchgezogene Linie: {now}</translation>
  </message>
 </context>
 <context>
  <name>StartPanel</name>
  <message>
   <source>&amp;New study…</source>
   <translation>&amp;Neue Studie…</translation>
  </message>
  <message>
   <source>&amp;Open…</source>
   <translation>Ö&amp;ffnen…</translation>
  </message>
  <message>
   <source>&amp;Try the sample study</source>
   <translation>&amp;Beispielstudie ausprobieren</translation>
  </message>
  <message>
   <source>A study file ({key})</source>
   <translation>Eine Studiendatei ({key})</translation>
  </message>
  <message>
   <source>Drop a CSV, Excel or .kgstudy file here</source>
   <translation>CSV-, Excel- oder .kgstudy-Datei hierher ziehen</translation>
  </message>
  <message>
   <source>Find the best of many candidate experiments, in as few runs as possible.</source>
   <translation>Den besten von vielen möglichen Versuchen finden, mit so wenigen Versuchen wie möglich.</translation>
  </message>
  <message>
   <source>From a table of candidates ({key})</source>
   <translation>Aus einer Tabelle von Kandidaten ({key})</translation>
  </message>
  <message>
   <source>Place to drop a file</source>
   <translation>Ablagefläche für eine Datei</translation>
  </message>
 </context>
 <context>
  <name>Status</name>
  <message>
   <source>, 1 entry since</source>
   <translation>, seitdem 1 Eintrag</translation>
  </message>
  <message>
   <source>, {count} entries since</source>
   <translation>, seitdem {count} Einträge</translation>
  </message>
  <message>
   <source>All entries saved {time}</source>
   <translation>Alle Einträge gespeichert {time}</translation>
  </message>
  <message>
   <source>Backup {time}</source>
   <translation>Sicherung {time}</translation>
  </message>
  <message>
   <source>Model up to date</source>
   <translation>Modell aktuell</translation>
  </message>
  <message>
   <source>Model: 1 entry behind</source>
   <translation>Modell: 1 Eintrag zurück</translation>
  </message>
  <message>
   <source>Model: being worked out</source>
   <translation>Modell: wird berechnet</translation>
  </message>
  <message>
   <source>Model: {count} entries behind</source>
   <translation>Modell: {count} Einträge zurück</translation>
  </message>
  <message>
   <source>No backup yet</source>
   <translation>Noch keine Sicherung</translation>
  </message>
  <message>
   <source>No entries yet</source>
   <translation>Noch keine Einträge</translation>
  </message>
  <message>
   <source>Operator: {name}  (Ctrl+Shift+O)</source>
   <translation>Bediener:in: {name}  (Strg+Umschalt+O)</translation>
  </message>
  <message>
   <source>Saving…</source>
   <translation>Wird gespeichert…</translation>
  </message>
  <message>
   <source>⚠ No backup</source>
   <translation>⚠ Keine Sicherung</translation>
  </message>
  <message>
   <source>⚠ Not yet on the server: {count}</source>
   <translation>⚠ Noch nicht auf dem Server: {count}</translation>
  </message>
  <message>
   <source>⚠ Operator: nobody  (Ctrl+Shift+O)</source>
   <translation>⚠ Bediener:in: niemand  (Strg+Umschalt+O)</translation>
  </message>
  <message>
   <source>✕ Run {run} is not saved</source>
   <translation>✕ Versuch {run} ist nicht gespeichert</translation>
  </message>
 </context>
 <context>
  <name>Strip</name>
  <message>
   <source>A key was typed, so nothing was recorded.</source>
   <translation>Eine Taste wurde gedrückt, deshalb wurde nichts eingetragen.</translation>
  </message>
  <message>
   <source>Cancel  Esc</source>
   <translation>Abbrechen  Esc</translation>
  </message>
  <message>
   <source>Choose the outcome, then record it.</source>
   <translation>Wählen Sie das Ergebnis und tragen Sie es dann ein.</translation>
  </message>
  <message>
   <source>Confirmation</source>
   <translation>Bestätigung</translation>
  </message>
  <message>
   <source>Ignore</source>
   <translation>Verwerfen</translation>
  </message>
  <message>
   <source>No candidate of this study is called {code}.</source>
   <translation>Kein Kandidat dieser Studie heißt {code}.</translation>
  </message>
  <message>
   <source>Record  Enter</source>
   <translation>Eintragen  Eingabe</translation>
  </message>
  <message>
   <source>Record for {candidate}…</source>
   <translation>Für {candidate} eintragen…</translation>
  </message>
  <message>
   <source>Record {outcome} for {candidate}{details}?</source>
   <translation>{outcome} für {candidate}{details} eintragen?</translation>
  </message>
  <message>
   <source>Run of {code} started. It is listed under Runs in progress.</source>
   <translation>Versuch mit {code} begonnen. Er steht unter Laufende Versuche.</translation>
  </message>
  <message>
   <source>Run {run} could not be saved and is NOT recorded.</source>
   <translation>Versuch {run} ist nicht gespeichert und NICHT eingetragen.</translation>
  </message>
  <message>
   <source>Run {run} recorded: {outcome} for {candidate}.</source>
   <translation>Versuch {run} eingetragen: {outcome} für {candidate}.</translation>
  </message>
  <message>
   <source>Run {run} was taken back.</source>
   <translation>Versuch {run} wurde zurückgenommen.</translation>
  </message>
  <message>
   <source>Runs {first} to {run} recorded: {outcome} for {candidate}.</source>
   <translation>Versuche {first} bis {run} eingetragen: {outcome} für {candidate}.</translation>
  </message>
  <message>
   <source>Saving…</source>
   <translation>Wird gespeichert…</translation>
  </message>
  <message>
   <source>Start  Enter</source>
   <translation>Starten  Eingabe</translation>
  </message>
  <message>
   <source>Start a run of {candidate}? Its outcome comes later.</source>
   <translation>Einen Versuch mit {candidate} starten? Sein Ergebnis folgt später.</translation>
  </message>
  <message>
   <source>Take back  Ctrl+Z</source>
   <translation>Zurücknehmen  Strg+Z</translation>
  </message>
  <message>
   <source>The note is kept. See History.</source>
   <translation>Die Notiz ist aufbewahrt. Siehe Verlauf.</translation>
  </message>
  <message>
   <source>The operator has changed, so nothing was recorded.</source>
   <translation>Die Bediener:in hat gewechselt, deshalb wurde nichts eingetragen.</translation>
  </message>
  <message>
   <source>The start of {candidate} could not be saved.</source>
   <translation>Der Beginn von {candidate} konnte nicht gespeichert werden.</translation>
  </message>
  <message>
   <source>The study takes no entries now. Nothing was recorded.</source>
   <translation>Die Studie nimmt jetzt keine Einträge an. Nichts wurde eingetragen.</translation>
  </message>
  <message>
   <source>The suggestion has changed, so nothing was recorded. Look at the card again.</source>
   <translation>Der Vorschlag hat sich geändert, deshalb wurde nichts eingetragen. Sehen Sie die Karte noch einmal an.</translation>
  </message>
  <message>
   <source>This could not be done: see the message above.</source>
   <translation>Das war nicht möglich: siehe die Meldung oben.</translation>
  </message>
  <message>
   <source>Try again</source>
   <translation>Erneut versuchen</translation>
  </message>
  <message>
   <source>You look at an earlier state now, so nothing was recorded.</source>
   <translation>Sie sehen jetzt einen früheren Stand, deshalb wurde nichts eingetragen.</translation>
  </message>
  <message>
   <source>You scanned {scanned}, the card shows {shown}.</source>
   <translation>Sie haben {scanned} gescannt, die Karte zeigt {shown}.</translation>
  </message>
  <message>
   <source>You scanned {scanned}, the next experiment is still being worked out.</source>
   <translation>Sie haben {scanned} gescannt, der nächste Versuch wird noch berechnet.</translation>
  </message>
  <message>
   <source>done {time}</source>
   <translation>durchgeführt {time}</translation>
  </message>
  <message>
   <source>with a note</source>
   <translation>mit einer Notiz</translation>
  </message>
  <message>
   <source>{code} is set aside. Nothing was recorded for it.</source>
   <translation>{code} ist zurückgestellt. Dafür wurde nichts eingetragen.</translation>
  </message>
  <message>
   <source>{k} of {n} {outcome}</source>
   <translation>{k} von {n} {outcome}</translation>
  </message>
 </context>
 <context>
  <name>SurprisesCard</name>
  <message>
   <source>A run is listed when its outcome had been predicted with less than 10 %, or when other runs of the same candidate came out otherwise. The dot is the success that was predicted. Look at the entry: was the right button pressed, was it the right sample? If the entry is right, leave it: some surprises are to be expected, and they teach most. A click, or Enter in the table, opens the run in History, where a wrong entry can be corrected.</source>
   <translation>Ein Versuch steht hier, wenn sein Ergebnis mit weniger als 10 % vorhergesagt war oder wenn andere Versuche mit demselben Kandidaten anders ausgingen. Der Punkt ist der vorhergesagte Erfolg. Sehen Sie den Eintrag an: War es die richtige Schaltfläche, war es die richtige Probe? Ist der Eintrag richtig, lassen Sie ihn stehen: Einige Überraschungen sind zu erwarten, und sie lehren am meisten. Ein Klick oder die Eingabetaste in der Tabelle öffnet den Versuch im Verlauf, wo ein falscher Eintrag korrigiert werden kann.</translation>
  </message>
  <message>
   <source>Candidate</source>
   <translation>Kandidat</translation>
  </message>
  <message>
   <source>No surprise so far: no outcome was unlikely, and no repeated runs disagree.</source>
   <translation>Bisher keine Überraschung: Kein Ergebnis war unwahrscheinlich, und keine wiederholten Versuche widersprechen sich.</translation>
  </message>
  <message>
   <source>Outcome</source>
   <translation>Ergebnis</translation>
  </message>
  <message>
   <source>Predicted chance of it</source>
   <translation>Vorhergesagte Wahrscheinlichkeit dafür</translation>
  </message>
  <message>
   <source>Predicted success</source>
   <translation>Vorhergesagter Erfolg</translation>
  </message>
  <message>
   <source>Run</source>
   <translation>Versuch</translation>
  </message>
  <message>
   <source>Run {run}: {code}</source>
   <translation>Versuch {run}: {code}</translation>
  </message>
  <message>
   <source>To look at again: {count}.</source>
   <translation>Noch einmal anzusehen: {count}.</translation>
  </message>
  <message>
   <source>Unlikely outcomes: {seen}; {expected} were to be expected in {runs} predicted runs.</source>
   <translation>Unwahrscheinliche Ergebnisse: {seen}; {expected} waren bei {runs} vorhergesagten Versuchen zu erwarten.</translation>
  </message>
  <message>
   <source>Which outcomes were a surprise?</source>
   <translation>Welche Ergebnisse waren eine Überraschung?</translation>
  </message>
  <message>
   <source>Why it is listed</source>
   <translation>Warum er hier steht</translation>
  </message>
  <message>
   <source>dot: predicted success</source>
   <translation>Punkt: vorhergesagter Erfolg</translation>
  </message>
  <message>
   <source>failure</source>
   <translation>Fehlschlag</translation>
  </message>
  <message>
   <source>predicted with {chance}</source>
   <translation>mit {chance} vorhergesagt</translation>
  </message>
  <message>
   <source>runs of this candidate disagree ({successes} to {failures})</source>
   <translation>Versuche mit diesem Kandidaten widersprechen sich ({successes} zu {failures})</translation>
  </message>
  <message>
   <source>success</source>
   <translation>Erfolg</translation>
  </message>
 </context>
 <context>
  <name>Table</name>
  <message>
   <source>&amp;Copy with headings</source>
   <translation>Mit Überschriften &amp;kopieren</translation>
  </message>
  <message>
   <source>&amp;Original order</source>
   <translation>&amp;Ursprüngliche Reihenfolge</translation>
  </message>
  <message>
   <source>Sort &amp;falling by “{name}”</source>
   <translation>&amp;Fallend nach „{name}“ sortieren</translation>
  </message>
  <message>
   <source>Sort &amp;rising by “{name}”</source>
   <translation>&amp;Steigend nach „{name}“ sortieren</translation>
  </message>
 </context>
 <context>
  <name>ThenBanner</name>
  <message>
   <source>Back to now</source>
   <translation>Zurück zu jetzt</translation>
  </message>
  <message>
   <source>Esc</source>
   <translation>Esc</translation>
  </message>
  <message>
   <source>It is being worked out…</source>
   <translation>Es wird berechnet…</translation>
  </message>
  <message>
   <source>Nothing can be recorded until you are back.</source>
   <translation>Bis zur Rückkehr kann nichts eingetragen werden.</translation>
  </message>
  <message>
   <source>One run earlier</source>
   <translation>Einen Versuch früher</translation>
  </message>
  <message>
   <source>One run later</source>
   <translation>Einen Versuch später</translation>
  </message>
  <message>
   <source>You are looking at the state after run {run} of {last}.</source>
   <translation>Sie sehen den Stand nach Versuch {run} von {last}.</translation>
  </message>
  <message>
   <source>You are looking at the state before the first run.</source>
   <translation>Sie sehen den Stand vor dem ersten Versuch.</translation>
  </message>
 </context>
 <context>
  <name>TrustCard</name>
  <message>
   <source>Did the predictions come true?</source>
   <translation>Trafen die Vorhersagen ein?</translation>
  </message>
  <message>
   <source>Every run was predicted before it was recorded. Runs with like predictions are taken together: the dot stands at what was predicted and at the share that succeeded, the bar is the range in which the true share probably lies. On the dashed line predictions come true. Dots flatter than the line mean that predictions were too sure. The Brier and log scores (smaller is better) compare with always saying the share of successes, known afterwards.</source>
   <translation>Jeder Versuch wurde vorhergesagt, bevor er eingetragen wurde. Versuche mit ähnlichen Vorhersagen sind zusammengefasst: Der Punkt steht bei der Vorhersage und beim Anteil der Erfolge, der Balken ist der Bereich, in dem der wahre Anteil vermutlich liegt. Auf der gestrichelten Linie treffen die Vorhersagen ein. Punkte, die flacher liegen als die Linie, bedeuten, dass die Vorhersagen zu sicher waren. Brier- und Log-Score (kleiner ist besser) vergleichen damit, stets den nachträglich bekannten Anteil der Erfolge vorherzusagen.</translation>
  </message>
  <message>
   <source>Mean prediction</source>
   <translation>Mittlere Vorhersage</translation>
  </message>
  <message>
   <source>No run with a prediction yet.</source>
   <translation>Noch kein Versuch mit einer Vorhersage.</translation>
  </message>
  <message>
   <source>Predicted</source>
   <translation>Vorhergesagt</translation>
  </message>
  <message>
   <source>Predicted success</source>
   <translation>Vorhergesagter Erfolg</translation>
  </message>
  <message>
   <source>Predicted {predicted}: {successes} of {count} runs succeeded</source>
   <translation>Vorhergesagt {predicted}: {successes} von {count} Versuchen hatten Erfolg</translation>
  </message>
  <message>
   <source>Runs</source>
   <translation>Versuche</translation>
  </message>
  <message>
   <source>Share</source>
   <translation>Anteil</translation>
  </message>
  <message>
   <source>Share that succeeded</source>
   <translation>Anteil der Erfolge</translation>
  </message>
  <message>
   <source>Shown from {fewest} runs with a prediction on; there are {count}.</source>
   <translation>Erscheint ab {fewest} Versuchen mit einer Vorhersage; es gibt {count}.</translation>
  </message>
  <message>
   <source>Successes</source>
   <translation>Erfolge</translation>
  </message>
  <message>
   <source>They beat always saying {share}.</source>
   <translation>Sie sind besser, als stets {share} vorherzusagen.</translation>
  </message>
  <message>
   <source>They do not beat always saying {share}.</source>
   <translation>Sie sind nicht besser, als stets {share} vorherzusagen.</translation>
  </message>
  <message>
   <source>bar: {level} range</source>
   <translation>Balken: {level}-Bereich</translation>
  </message>
  <message>
   <source>dashed: as predicted</source>
   <translation>gestrichelt: wie vorhergesagt</translation>
  </message>
  <message>
   <source>to</source>
   <translation>bis</translation>
  </message>
  <message>
   <source>{count} runs are few: only gross faults show.</source>
   <translation>{count} Versuche sind wenige: Nur grobe Mängel fallen auf.</translation>
  </message>
  <message>
   <source>{count} runs.</source>
   <translation>{count} Versuche.</translation>
  </message>
  <message>
   <source>{level} range from</source>
   <translation>{level}-Bereich von</translation>
  </message>
  <message>
   <source>{name} {ours} against {base}</source>
   <translation>{name} {ours} gegen {base}</translation>
  </message>
 </context>
 <context>
  <name>ValueCard</name>
  <message>
   <source>&amp;Up</source>
   <translation>Nach &amp;oben</translation>
  </message>
  <message>
   <source>Ac&amp;ross</source>
   <translation>Nach &amp;rechts</translation>
  </message>
  <message>
   <source>Candidate</source>
   <translation>Kandidat</translation>
  </message>
  <message>
   <source>Each mark is a candidate, placed by two attributes that you choose. The larger and brighter it is, the more a test of it is expected to improve the candidate that we pick in the end, in percentage points of success. The square is the next experiment, the circle the current best. Small grey marks cannot be tested now. Values too small to tell from nothing are shown as 0. The wheel zooms.</source>
   <translation>Jede Marke ist ein Kandidat, angeordnet nach zwei Merkmalen Ihrer Wahl. Je größer und heller sie ist, desto mehr verbessert ein Versuch damit voraussichtlich den Kandidaten, den wir am Ende wählen, in Prozentpunkten des Erfolgs. Das Quadrat ist der nächste Versuch, der Kreis der aktuell beste Kandidat. Kleine graue Marken können jetzt nicht geprüft werden. Werte, die sich nicht von null unterscheiden lassen, stehen als 0. Das Mausrad vergrößert.</translation>
  </message>
  <message>
   <source>Mark</source>
   <translation>Kennzeichen</translation>
  </message>
  <message>
   <source>No candidate can be tested now.</source>
   <translation>Kein Kandidat kann jetzt geprüft werden.</translation>
  </message>
  <message>
   <source>No candidates yet. With candidates this shows where an experiment tells most.</source>
   <translation>Noch keine Kandidaten. Mit Kandidaten zeigt dieses Bild, wo ein Versuch am meisten lehrt.</translation>
  </message>
  <message>
   <source>Nothing left in the list is expected to change the choice.</source>
   <translation>Kein Kandidat der Liste wird die Wahl voraussichtlich noch ändern.</translation>
  </message>
  <message>
   <source>Points</source>
   <translation>Punkte</translation>
  </message>
  <message>
   <source>Value of testing (points)</source>
   <translation>Wert eines Versuchs (Punkte)</translation>
  </message>
  <message>
   <source>Where is most to learn?</source>
   <translation>Wo gibt es am meisten zu lernen?</translation>
  </message>
  <message>
   <source>brighter: more to learn; a cell shows its best</source>
   <translation>heller: mehr zu lernen; ein Feld zeigt seinen besten</translation>
  </message>
  <message>
   <source>cannot be tested now</source>
   <translation>kann jetzt nicht geprüft werden</translation>
  </message>
  <message>
   <source>current best</source>
   <translation>aktuell bester Kandidat</translation>
  </message>
  <message>
   <source>larger, brighter: more to learn</source>
   <translation>größer, heller: mehr zu lernen</translation>
  </message>
  <message>
   <source>next</source>
   <translation>nächster</translation>
  </message>
  <message>
   <source>next and current best</source>
   <translation>nächster und aktuell bester</translation>
  </message>
  <message>
   <source>value of testing 0 points (too small to tell from nothing)</source>
   <translation>Wert eines Versuchs 0 Punkte (nicht von null zu unterscheiden)</translation>
  </message>
  <message>
   <source>value of testing {value} points</source>
   <translation>Wert eines Versuchs {value} Punkte</translation>
  </message>
  <message>
   <source>{most} tells most ({value} percentage points); {next}, which is next, {less}.</source>
   <translation>{most} lehrt am meisten ({value} Prozentpunkte); {next}, der als nächster ansteht, {less}.</translation>
  </message>
  <message>
   <source>{most} tells most: testing it is worth {value} percentage points.</source>
   <translation>{most} lehrt am meisten: Ein Versuch damit ist {value} Prozentpunkte wert.</translation>
  </message>
  <message>
   <source>→ {across}   ↑ {up}</source>
   <translation>→ {across}   ↑ {up}</translation>
  </message>
  <message>
   <source>□ next {code}</source>
   <translation>□ nächster {code}</translation>
  </message>
  <message>
   <source>◇ selected {code}</source>
   <translation>◇ ausgewählt {code}</translation>
  </message>
  <message>
   <source>○ best {code}</source>
   <translation>○ bester {code}</translation>
  </message>
 </context>
 <context>
  <name>WhatIfTab</name>
  <message>
   <source>A&amp;dd</source>
   <translation>Hinzu&amp;fügen</translation>
  </message>
  <message>
   <source>Both futures</source>
   <translation>Beide Zukünfte</translation>
  </message>
  <message>
   <source>Candidate to compare</source>
   <translation>Kandidat zum Vergleichen</translation>
  </message>
  <message>
   <source>Co&amp;mpare</source>
   <translation>Verg&amp;leichen</translation>
  </message>
  <message>
   <source>Compare the next experiment with the one after it</source>
   <translation>Den nächsten Versuch mit dem danach vergleichen</translation>
  </message>
  <message>
   <source>Leave {code} out</source>
   <translation>{code} weglassen</translation>
  </message>
  <message>
   <source>Next e&amp;xperiment</source>
   <translation>&amp;Nächster Versuch</translation>
  </message>
  <message>
   <source>What if</source>
   <translation>Was wäre wenn</translation>
  </message>
  <message>
   <source>Why this one? {why}</source>
   <translation>Warum dieser? {why}</translation>
  </message>
 </context>
 <context>
  <name>Wording</name>
  <message>
   <source>Predictions have been too sure so far.</source>
   <translation>Die Vorhersagen waren bisher zu sicher.</translation>
  </message>
  <message>
   <source>Successes came less often than predicted so far.</source>
   <translation>Erfolge waren bisher seltener als vorhergesagt.</translation>
  </message>
  <message>
   <source>Successes came more often than predicted so far.</source>
   <translation>Erfolge waren bisher häufiger als vorhergesagt.</translation>
  </message>
  <message>
   <source>These ranges are too narrow: see Checks.</source>
   <translation>Diese Bereiche sind zu schmal: siehe Prüfungen.</translation>
  </message>
  <message>
   <source>Void</source>
   <translation>Ungültig</translation>
  </message>
  <message>
   <source>Was {outcome} for {code} until {time}; changed by {operator}: “{reason}”.</source>
   <translation>War {outcome} für {code} bis {time}; geändert von {operator}: „{reason}“.</translation>
  </message>
 </context>
</TS>
