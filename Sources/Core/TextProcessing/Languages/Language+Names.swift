// Names that have only one casing: no word of the language is spelt like them.

extension Language {
    static let englishNames =
        englishPeople
        + words(
            """
            Afghanistan, Albania, Algeria, Argentina, Armenia, Azerbaijan, Bangladesh, Belarus, Belgium,
            Bolivia, Bosnia, Brazil, Bulgaria, Cambodia, Cameroon, Colombia, Croatia, Cuba, Cyprus,
            Denmark, Ecuador, Egypt, Estonia, Ethiopia, Finland, Ghana, Greece, Greenland, Guatemala,
            Haiti, Honduras, Hungary, Iceland, Indonesia, Iran, Iraq, Ireland, Israel, Jamaica,
            Kazakhstan, Kenya, Korea, Kuwait, Latvia, Lebanon, Libya, Lithuania, Luxembourg, Malaysia,
            Malta, Mexico, Moldova, Mongolia, Morocco, Mozambique, Namibia, Nepal, Netherlands, Nicaragua,
            Nigeria, Norway, Pakistan, Palestine, Panama, Paraguay, Peru, Philippines, Poland, Portugal,
            Romania, Rwanda, Scotland, Senegal, Serbia, Singapore, Slovakia, Slovenia, Somalia, Sudan,
            Sweden, Syria, Taiwan, Tanzania, Thailand, Tunisia, Uganda, Ukraine, Uruguay, Venezuela,
            Vietnam, Wales, Yemen, Zambia, Zimbabwe, New Zealand, North Korea, South Korea, South Africa,
            Saudi Arabia, Sri Lanka, Costa Rica, Puerto Rico, Czech Republic, United States,
            United Kingdom, United Nations, European Union, Great Britain, Northern Ireland,
            North America, South America, Latin America, Middle East,
            Alabama, Alaska, Arizona, Arkansas, California, Colorado, Connecticut, Delaware, Florida,
            Hawaii, Idaho, Illinois, Indiana, Iowa, Kansas, Kentucky, Louisiana, Maryland, Massachusetts,
            Michigan, Minnesota, Mississippi, Missouri, Montana, Nebraska, Nevada, Ohio, Oklahoma,
            Oregon, Pennsylvania, Tennessee, Texas, Utah, Vermont, Virginia, Wisconsin, Wyoming, Ontario,
            Quebec, Queensland, Manitoba, Alberta, New York, New Jersey, New Mexico, New Hampshire,
            New Orleans, North Carolina, South Carolina, North Dakota, South Dakota, West Virginia,
            Rhode Island, British Columbia, New South Wales, Los Angeles, San Francisco, San Diego,
            San Antonio, Las Vegas, Salt Lake City, Kansas City, Silicon Valley, Wall Street, Hong Kong,
            Tel Aviv, Buenos Aires, Rio de Janeiro, Mexico City, Cape Town, New Delhi, Abu Dhabi,
            Amsterdam, Athens, Atlanta, Auckland, Baghdad, Baltimore, Bangkok, Barcelona, Beijing, Berlin,
            Birmingham, Boston, Brisbane, Brussels, Bucharest, Budapest, Cairo,
            Calgary, Cardiff, Chicago, Cincinnati, Cleveland, Copenhagen, Dallas, Delhi, Denver, Detroit,
            Dubai, Dublin, Edinburgh, Frankfurt, Geneva, Glasgow, Hamburg, Helsinki, Houston,
            Istanbul, Jerusalem, Johannesburg, Kiev, Kyiv, Leeds, Lisbon, Liverpool, Madrid, Manchester,
            Manhattan, Melbourne, Miami, Milan, Milwaukee, Minneapolis, Montreal, Moscow, Mumbai, Munich,
            Nairobi, Naples, Nashville, Oslo, Ottawa, Oxford, Paris, Philadelphia, Pittsburgh, Prague,
            Sacramento, Seattle, Seoul, Shanghai, Sheffield, Stockholm, Sydney, Tehran, Tokyo, Toronto,
            Vancouver, Venice, Vienna, Warsaw, Washington, Zurich, Brooklyn, Hollywood,
            Asian, African, Australian, Austrian, Belgian, Brazilian, Canadian, Croatian, Danish, Dutch,
            Egyptian, Greek, Hungarian, Indian, Indonesian, Iranian, Iraqi, Irish, Israeli, Jewish,
            Korean, Mexican, Norwegian, Pakistani, Palestinian, Portuguese, Romanian, Scottish, Serbian,
            Swedish, Swiss, Syrian, Thai, Ukrainian, Vietnamese, Welsh, Arabic, Hebrew, Hindi, Latin,
            Americans, Germans, Italians, Europeans, Russians, Christian, Christianity, Muslim, Muslims,
            Islam, Islamic, Buddhist, Buddhism, Hindu, Catholic, Protestant, Bible, Quran, Ramadan,
            Hanukkah, Halloween, Thanksgiving, Atlantic, Mediterranean, Himalayas, Rhine, Danube, Thames,
            Google, Microsoft, Facebook, Netflix, YouTube, Wikipedia, Twitter, Instagram, WhatsApp,
            LinkedIn, GitHub, Firefox, Android, iPhone, iPad, macOS, Samsung, Toyota, Volkswagen, Mercedes,
            BMW, Boeing, Airbus, Nvidia, Ubuntu, Debian, PayPal, eBay, IBM, NASA, FBI, CIA, BBC,
            CNN, NATO, UNESCO, UNICEF, HTML, JSON, HTTP, HTTPS, JPEG, JavaScript, PostgreSQL, MySQL,
            PDF, PDFs, USB, CPU, CPUs, GPU, GPUs, URL, URLs, CSS, XML, SQL, SSH, VPN, DNS, CSV, PNG, SVG,
            API, APIs, FAQ, FAQs, GPS, DVD, DVDs, LCD, UFO, HIV, SMS, PhD, NHS, CEO, CFO, CTO, ASAP, RSVP,
            New Yorker, New Yorkers, New York Times, Washington Post, Wall Street Journal
            """)

    /// Names of people.
    static let englishPeople = words(
        """
        Aaron, Abigail, Abraham, Adam, Adrian, Alan, Albert, Alexander, Alexandra, Alice, Alison,
        Amanda, Amy, Andrea, Andrew, Angela, Anna, Anne, Anthony, Arthur, Barbara, Benjamin,
        Betty, Brandon, Brenda, Brian, Bruce, Caroline, Catherine, Charles, Charlotte, Christina,
        Christine, Christopher, Cindy, Claire, Clara, Cynthia, Daniel, David, Deborah, Dennis, Diana,
        Donald, Dorothy, Douglas, Edward, Elizabeth, Emily, Emma, Eric, Ethan, Eugene, Evelyn,
        Frances, Francis, Frederick, Gabriel, Gary, George, Gerald, Gloria, Gregory, Hannah, Harold,
        Helen, Henry, Isabella, Jacob, Jacqueline, James, Jane, Janet, Jason, Jeffrey, Jennifer,
        Jeremy, Jessica, Joan, Johnny, Jonathan, Joseph, Joshua, Joyce, Juan, Judith, Julia,
        Julian, Julie, Justin, Karen, Katherine, Kathleen, Kathryn, Keith, Kelly, Kenneth, Kevin,
        Kimberly, Kyle, Larry, Laura, Lauren, Lawrence, Leonard, Linda, Lisa, Louise, Lucas, Madison,
        Margaret, Maria, Marie, Marilyn, Martha, Martin, Matthew, Megan, Melissa, Michael, Michelle,
        Monica, Nancy, Natalie, Nathan, Nicholas, Nicole, Noah, Olivia, Oliver, Pamela, Patricia,
        Patrick, Paul, Peter, Philip, Phillip, Rachel, Ralph, Raymond, Rebecca, Richard, Robert,
        Roger, Ronald, Ruth, Ryan, Samantha, Samuel, Sandra, Sarah, Sean, Sebastian,
        Sharon, Shirley, Sophia, Sophie, Stephanie, Stephen, Steven, Susan, Teresa, Theodore,
        Theresa, Thomas, Timothy, Tyler, Vanessa, Victoria, Vincent, Walter, William, Zachary, Siobhan,
        Anderson, Campbell, Davies, Evans, Garcia, Gonzalez, Hernandez, Jackson, Johnson, Lopez,
        Martinez, Mitchell, Murphy, Nelson, O'Brien, O'Connor, Patel, Phillips, Robertson, Robinson,
        Rodriguez, Roberts, Sanchez, Simpson, Thompson, Williams, Williamson, Wilson, Nguyen, Singh
        """)

    /// Words that are nouns beside others only: parts, times, and marks at school.
    static let germanNounPhrases = words(
        """
        Drittel der, Drittel des, Drittel aller, Drittel davon, Drittel von, Viertel der,
        Viertel des, Viertel aller, Viertel davon, Fünftel der, Fünftel des, Fünftel aller,
        Achtel der, Achtel des, Zehntel der, Zehntel des, Zehntel aller, Viertel vor, Viertel nach,
        ersten Mal, zweiten Mal, dritten Mal, letzten Mal, nächsten Mal, erste Mal, zweite Mal,
        letzte Mal, nächste Mal, dieses Mal, jedes Mal, manches Mal, den Zwanzigern, den Dreißigern,
        den Vierzigern, den Fünfzigern, den Sechzigern, den Siebzigern, den Achtzigern,
        den Neunzigern,
        eine Eins in, eine Zwei in, eine Drei in, eine Vier in, eine Fünf in, eine Sechs in
        """)

    static let germanNames =
        germanPeople
        + words(
            """
            Ägypten, Albanien, Algerien, Amerika, Argentinien, Armenien, Asien, Australien, Belgien,
            Bolivien, Bosnien, Brasilien, Bulgarien, China, Dänemark, Estland, Finnland, Georgien,
            Griechenland, Großbritannien, Indien, Indonesien, Irak, Iran, Irland, Island, Israel, Japan,
            Jordanien, Kanada, Kasachstan, Kenia, Kolumbien, Korea, Kroatien, Kuba, Lettland, Libanon,
            Liechtenstein, Litauen, Luxemburg, Malta, Marokko, Mazedonien, Mexiko, Moldau, Monaco,
            Montenegro, Namibia, Neuseeland, Niederlande, Niederlanden, Nigeria, Norwegen, Pakistan, Peru,
            Polen, Portugal, Rumänien, Russland, Schottland, Schweden, Serbien, Singapur, Slowakei,
            Slowenien, Südafrika, Syrien, Taiwan, Thailand, Tschechien, Tunesien, Türkei, Ukraine, Ungarn,
            USA, Venezuela, Vietnam, Wales, Weißrussland, Zypern, Afrika, New York, Los Angeles,
            San Francisco, Hongkong, Tel Aviv, Vereinigte Staaten, Bayern, Brandenburg, Hessen,
            Niedersachsen, Nordrhein, Westfalen, Saarland, Sachsen, Thüringen, Württemberg, Tirol,
            Steiermark, Kärnten, Burgenland, Vorarlberg, Salzburg, Graz, Linz, Innsbruck, Klagenfurt,
            Bern, Basel, Genf, Luzern, Lausanne, Winterthur, Aachen, Augsburg, Bielefeld, Bochum, Bonn,
            Braunschweig, Bremen, Chemnitz, Cottbus, Darmstadt, Dortmund, Dresden, Duisburg, Düsseldorf,
            Erfurt, Erlangen, Frankfurt, Freiburg, Göttingen, Hannover, Heidelberg, Heilbronn, Ingolstadt,
            Jena, Karlsruhe, Kassel, Kiel, Koblenz, Leipzig, Leverkusen, Lübeck, Magdeburg, Mainz,
            Mannheim, Mönchengladbach, Münster, Nürnberg, Oldenburg, Osnabrück, Paderborn, Potsdam,
            Regensburg, Rostock, Saarbrücken, Stuttgart, Trier, Tübingen, Ulm, Wiesbaden, Wolfsburg,
            Wuppertal, Würzburg, Amsterdam, Athen, Barcelona, Brüssel, Budapest, Chicago, Dublin, Istanbul,
            Jerusalem, Kairo, Kiew, Kopenhagen, Lissabon, London, Madrid, Mailand, Moskau, Mumbai, Oslo,
            Paris, Peking, Prag, Rom, Stockholm, Straßburg, Sydney, Tokio, Toronto, Venedig, Warschau,
            Washington, Rhein, Donau, Elbe, Alpen, Nordsee, Ostsee, Bodensee,
            Google, Microsoft, Facebook, Netflix, YouTube, Wikipedia, Twitter, Instagram, WhatsApp,
            LinkedIn, GitHub, Firefox, Android, iPhone, iPad, Samsung, Toyota, Volkswagen, Mercedes, BMW,
            Siemens, Bosch, Lufthansa, Airbus, Ubuntu, Debian, PayPal, Linux, NATO, UNESCO, HTML, JSON,
            Internet, Silvester, Doktor, Professor, PDF, USB, CPU, GPU, URL, CSS, XML, SQL, VPN, DNS, CSV,
            GPS, DVD, DVDs, SMS, SUV, TÜV, ADAC, ARD, ZDF, IBAN, DSGVO, EDV, WLAN
            """)

    /// Names of people.
    static let germanPeople = words(
        """
        Alexander, Alexandra, Andrea, Andreas, Angela, Anja, Anke, Anna, Anne, Annette, Antje, Barbara,
        Bastian, Benjamin, Bernd, Bernhard, Bettina, Birgit, Björn, Brigitte, Carla, Carsten,
        Charlotte, Christian, Christiane, Christina, Christine, Christoph, Claudia, Daniel, Daniela,
        David, Dennis, Dieter, Dirk, Doris, Elisabeth, Elke, Emil, Emma, Erik, Erika, Eva, Fabian,
        Felix, Florian, Franziska, Friedrich, Gabriele, Georg, Gerhard, Gisela, Günter, Günther,
        Hannah, Hannes, Hans, Harald, Heike, Heinrich, Heinz, Helga, Helmut, Henrik, Herbert, Holger,
        Horst, Ingrid, Jakob, Jana, Jens, Jessica, Joachim, Johanna, Johannes, Jonas, Jörg, Jürgen,
        Julia, Julian, Karin, Karsten, Katharina, Kathrin, Katja, Katrin, Kerstin, Klaus, Kurt, Lars,
        Laura, Lea, Lena, Leonie, Lisa, Luca, Lukas, Manfred, Manuela, Marcel, Marco, Marcus, Maria,
        Marie, Marion, Markus, Martin, Martina, Matthias, Maximilian, Melanie, Michael, Michaela,
        Monika, Moritz, Nadine, Nicole, Nils, Nina, Oliver, Olivia, Patrick, Paul, Peter, Petra,
        Philipp, Ralf, Renate, Robert, Rolf, Sabine, Sabrina, Sandra, Sara, Sarah, Sebastian,
        Silke, Simone, Sofia, Sonja, Sophia, Sophie, Stefan, Stefanie, Stephan, Susanne, Svenja, Sven,
        Tanja, Thomas, Thorsten, Tobias, Torsten, Ulrich, Ulrike, Ursula, Ute, Uwe, Vanessa, Verena,
        Walter, Werner, Wolfgang, Yvonne,
        Müller, Schmidt, Schneider, Hoffmann, Schäfer, Schulz, Schröder, Zimmermann, Hartmann,
        Schmitt, Schmitz, Krüger, Lehmann, Köhler, Huber, Gruber, Wagner, Steiner, Moser, Mayer, Meyer,
        Maier, Meier, Goethe, Schiller, Mozart, Beethoven, Einstein
        """)
}
